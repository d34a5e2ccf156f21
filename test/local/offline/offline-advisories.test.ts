import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { storedAdvisories } from '#adapters/reference-data/osv/stored-advisories.ts';
import { bucketObjects } from '#local/data-folder-objects.ts';
import { loadOfflineAdvisories, NoAdvisories } from '#local/offline/offline-advisories.ts';
import { loadSampleAdvisories } from '#test/support/cli/load-sample-advisories.ts';
import { sampleAdvisories } from '#local/sample/sample-advisories.ts';
import type { Ecosystem } from '@scangate/engines/model/component';

const folder = mkdtempSync(join(tmpdir(), 'scangate-offline-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ecosystems: Ecosystem[] = ['npm', 'PyPI', 'Go'];
const now = '2026-01-01T00:00:00.000Z';
const load = (sources: string[], data: string) =>
  loadOfflineAdvisories({ sources, data, onProgress: () => undefined });

const memory = () => {
  const held = new Map<string, Uint8Array>();
  return {
    get: async (key: string) => held.get(key),
    put: async (key: string, bytes: Uint8Array) => void held.set(key, bytes),
  };
};

describe('the sample advisories', () => {
  test('are the snapshot that an import makes, with the same records', async () => {
    const objects = memory();
    await importAdvisories(sampleAdvisories, { objects, now });
    const imported = await storedAdvisories(objects).load(ecosystems);
    const sample = await (await loadSampleAdvisories()).load(ecosystems);
    expect(sample.snapshotId).toBe(imported.snapshotId);
    expect(sample.ecosystems).toEqual(imported.ecosystems);
    for (const [ecosystem, name] of [
      ['npm', 'minimist'],
      ['PyPI', 'pyyaml'],
      ['Go', 'golang.org/x/text'],
    ] as const)
      expect(sample.lookup(ecosystem, name)).toEqual(imported.lookup(ecosystem, name));
  });

  test('are not used without a source and an import: dependencies are then not assessed', async () => {
    const loaded = await load([], join(folder, 'none'));
    expect(loaded.used).toEqual({ records: 0, ecosystems: [], unreadable: 0 });
    expect((await loaded.load(['npm'])).ecosystems).toEqual([]);
  });
});

test('the advisories of an earlier import are used from the data folder', async () => {
  const data = join(folder, 'data');
  await importAdvisories(sampleAdvisories, { objects: bucketObjects(data, 'some-bucket', Date.now), now });
  const loaded = await load([], data);
  expect(loaded.used).toMatchObject({ records: 11 });
  expect((await loaded.load(['npm'])).lookup('npm', 'minimist')).toHaveLength(1);
});

describe('given sources', () => {
  test('are merged and take precedence over the data folder', async () => {
    const loaded = await load([sampleAdvisories, sampleAdvisories], join(folder, 'data'));
    expect(loaded.used).toMatchObject({ records: 11, unreadable: 0 });
  });

  test('without a single advisory are refused', async () => {
    const empty = join(folder, 'empty.jsonl');
    writeFileSync(empty, 'no JSON\n');
    await expect(load([empty], folder)).rejects.toBeInstanceOf(NoAdvisories);
    const missing = join(folder, 'missing.zip');
    await expect(load([missing], folder)).rejects.toBeInstanceOf(NoAdvisories);
  });
});
