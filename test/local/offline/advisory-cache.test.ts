import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { advisoryCache, type AdvisoryCache } from '#local/offline/advisory-cache.ts';
import { loadOfflineAdvisories } from '#local/offline/offline-advisories.ts';
import { sampleAdvisories } from '#local/sample/sample-advisories.ts';

let folder = '';
let cache: AdvisoryCache;
let [at, ids] = [0, 0];
const cacheAt = (place: string) =>
  advisoryCache(place, { now: () => new Date((at += 1_000)), newId: () => String((ids += 1)) });

beforeEach(() => {
  const place = mkdtempSync(join(tmpdir(), 'scangate-cache-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  folder = join(place, 'cache');
  at = Date.parse('2026-03-01T12:00:00.000Z');
  cache = cacheAt(folder);
});

const sourceOf = (name: string, text: string): string => {
  const path = join(folder, '..', name);
  writeFileSync(path, text);
  return path;
};

const record = (id: string): string =>
  `${JSON.stringify({
    id,
    modified: '2026-01-01T00:00:00Z',
    affected: [
      {
        package: { ecosystem: 'npm', name: id.toLowerCase() },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
      },
    ],
  })}\n`;

/** Loads advisories. @returns the id of the snapshot, and whether the sources were read */
const load = async (sources: string[]) => {
  let isRead = false;
  const watched: AdvisoryCache = {
    ...cache,
    store: async (...given) => {
      isRead = true;
      await cache.store(...given);
    },
  };
  const loaded = await loadOfflineAdvisories({
    sources,
    data: folder,
    onProgress: () => undefined,
    cache: watched,
  });
  const { snapshotId, lookup } = await loaded.load(['npm']);
  return { snapshotId, isRead, used: loaded.used, bad: loaded.badRecords, lookup };
};

describe('advisories', () => {
  test('are read once, and are the same afterwards', async () => {
    const first = await load([sampleAdvisories]);
    const second = await load([sampleAdvisories]);
    expect([first.isRead, second.isRead]).toEqual([true, false]);
    expect(second.snapshotId).toBe(first.snapshotId);
    expect(second.used).toEqual(first.used);
    expect(second.lookup('npm', 'minimist')).toEqual(first.lookup('npm', 'minimist'));
  });

  test('are read again after any byte of a source changed, and for other sources', async () => {
    const source = sourceOf('a.jsonl', record('A-1'));
    await load([source]);
    sourceOf('a.jsonl', record('A-2'));
    const changed = await load([source]);
    expect([changed.isRead, changed.lookup('npm', 'a-1'), changed.lookup('npm', 'a-2')]).toEqual([
      true,
      [],
      expect.objectContaining({ length: 1 }),
    ]);
    expect((await load([source, sourceOf('b.jsonl', record('B-1'))])).isRead).toBe(true);
  });

  test('report what could not be read, even from the cache', async () => {
    const source = sourceOf('a.jsonl', `${record('A-1')}no JSON\n`);
    const [first, second] = [await load([source]), await load([source])];
    expect(second.isRead).toBe(false);
    expect([second.used, second.bad]).toEqual([first.used, first.bad]);
    expect(second.bad).toHaveLength(1);
  });
});

describe('a cache', () => {
  const entry = (): string => join(folder, readdirSync(folder)[0] ?? '');

  test.each<[string, () => void]>([
    ['a changed object', () => damage((name) => name !== 'index.json')],
    ['a changed index', () => damage((name) => name === 'index.json')],
    ['a missing object', () => remove((name) => name !== 'index.json')],
    ['a missing index', () => remove((name) => name === 'index.json')],
  ])('with %s is rebuilt', async (_what, spoil) => {
    const { snapshotId } = await load([sampleAdvisories]);
    spoil();
    expect(await load([sampleAdvisories])).toMatchObject({ isRead: true, snapshotId });
    expect((await load([sampleAdvisories])).isRead).toBe(false);
  });

  const chosen = (isChosen: (name: string) => boolean): string =>
    join(entry(), readdirSync(entry()).find(isChosen) ?? '');
  const damage = (isChosen: (name: string) => boolean) => writeFileSync(chosen(isChosen), '{}');
  const remove = (isChosen: (name: string) => boolean) => rmSync(chosen(isChosen));

  test('keeps the four entries that were used last, readable only by its owner', async () => {
    const sources = Array.from({ length: 6 }, (_, index) => sourceOf(`${index}.jsonl`, record(`A-${index}`)));
    for (const source of sources) await load([source]);
    expect(readdirSync(folder)).toHaveLength(4);
    expect(statSync(entry()).mode & 0o777).toBe(0o700);
    expect((await load(sources.slice(5))).isRead).toBe(false);
    expect((await load(sources.slice(0, 1))).isRead).toBe(true);
  });

  test('that cannot be written changes nothing', async () => {
    cache = cacheAt(join(sourceOf('file', ''), 'cache'));
    expect((await load([sampleAdvisories])).used.records).toBe(11);
  });
});
