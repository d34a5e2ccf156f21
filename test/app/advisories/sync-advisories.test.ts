import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { syncAdvisorySnapshot } from '#app/advisories/sync-advisories.ts';
import type { WatchRequest } from '#ports/advisory-watch/watch-workflow.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { storedSnapshots } from '#adapters/reference-data/osv/snapshot-records.ts';
import { osvAdvisoryMirror } from '#adapters/reference-data/osv/advisory-mirror.ts';
import { readManifest } from '#adapters/reference-data/osv/manifest.ts';
import { log } from '#runtime/log.ts';
import { dayMs, hourMs } from '@scangate/domain/instant';
import { supportedEcosystems } from '@scangate/engines/model/component';
import { memoryObjects } from '#test/adapters/reference-data/osv/object-store-fixture.ts';
import { zipOf } from '#test/adapters/reference-data/osv/zip-fixture.ts';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

const start = Date.parse('2026-03-10T12:00:00Z');

/** The ecosystems whose dumps answer 503, and the record that each other dump holds. */
let down: string[] = [];
let record = 0;
let lines: string[] = [];
let objects = memoryObjects();
let store = new MemoryStore();
let started: string[] = [];
const watch = { start: async ({ cause }: WatchRequest) => void started.push(cause) };

const answer: typeof fetch = async (url) => {
  const { pathname } = new URL(String(url));
  const ecosystem = supportedEcosystems.find((each) => pathname === `/${encodeURIComponent(each)}/all.zip`);
  if (!ecosystem || down.includes(ecosystem)) return new Response('', { status: 503 });
  const content = JSON.stringify(osvRecord({ id: `A-${record}`, aliases: ['CVE-2024-1000'], ecosystem }));
  return new Response(zipOf({ 'a.json': content }));
};

beforeEach(() => {
  [down, record, lines, objects] = [[], 0, [], memoryObjects()];
  [store, started] = [new MemoryStore(), []];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => void vi.restoreAllMocks());

/** Runs the sync some hours after the start. @returns the age it reports and its failure. */
const syncAt = async (hours: number) => {
  lines = [];
  record += 1;
  const mirror = osvAdvisoryMirror(objects, answer);
  const context = taskContextAt(new Date(start + hours * hourMs));
  const ports = { mirror, snapshots: storedSnapshots(objects), store, watch, log };
  const error = await syncAdvisorySnapshot(ports, context).then(
    () => undefined,
    (thrown: Error) => thrown.message,
  );
  const ages = lines.map((line) => (JSON.parse(line) as Record<string, unknown>)['AdvisorySnapshotAgeHours']);
  return { age: ages.find((age) => age !== undefined), error };
};

test('a snapshot that is confirmed as current has the age 0, with or without signals and ratings', async () => {
  expect(await syncAt(0)).toEqual({ age: 0, error: undefined });
  expect(lines.join('')).toContain('signals not synced');
  expect(lines.join('')).toContain('ratings not synced');
  expect(Object.keys((await readManifest(objects))?.shards ?? {}).sort()).toEqual(
    [...supportedEcosystems].sort(),
  );
});

test('an ecosystem that fails makes the run fail, and its age counts from its last good dump', async () => {
  await syncAt(0);
  down = ['npm'];
  for (const hours of [6, 12, 30])
    expect(await syncAt(hours)).toEqual({ age: hours, error: 'not synced: npm' });
  expect((await readManifest(objects))?.builtAt).toBe(new Date(start + 30 * hourMs).toISOString());
  down = [];
  expect(await syncAt(36)).toEqual({ age: 0, error: undefined });
});

test('an ecosystem that never had a good dump is reported although others have one', async () => {
  down = ['npm'];
  expect((await syncAt(0)).age).toBeGreaterThan(24);
  expect((await syncAt(6)).age).toBeGreaterThan(24);
  down = [];
  expect((await syncAt(12)).age).toBe(0);
});

const dayHours = dayMs / hourMs;
const shardsAt = (): string[] =>
  [...objects.stored.keys()].filter((key) => key.startsWith('advisories/npm/'));

test('a shard that no manifest has named for 30 days is removed; current shards stay, however old', async () => {
  await syncAt(0);
  const [first = ''] = shardsAt();
  await syncAt(6);
  expect(shardsAt()).toHaveLength(2);
  down = [...supportedEcosystems];
  await syncAt(29 * dayHours);
  expect(shardsAt()).toContain(first);
  await syncAt(31 * dayHours);
  expect(shardsAt()).toHaveLength(1);
  expect(shardsAt()).not.toContain(first);
  await syncAt(300 * dayHours);
  const named = Object.values((await readManifest(objects))?.shards ?? {}).map(({ key }) => key);
  expect(named.every((key) => objects.stored.has(key))).toBe(true);
});

test('a shard that becomes current again before it is removed stays', async () => {
  await syncAt(0);
  const [first = ''] = shardsAt();
  await syncAt(6);
  record = 0;
  await syncAt(12);
  down = [...supportedEcosystems];
  await syncAt(60 * dayHours);
  expect(shardsAt()).toEqual([first]);
});

test('no age is reported before the first good dump: the missing metric raises the alarm', async () => {
  down = [...supportedEcosystems];
  expect((await syncAt(0)).age).toBeUndefined();
});

test('every run starts the watch, even one that failed, from the snapshot before the run', async () => {
  await syncAt(0);
  expect(store.all('watchPosition')).toEqual([]);
  const before = (await readManifest(objects))?.snapshotId;
  down = ['npm'];
  await syncAt(6);
  expect(store.all('watchPosition')).toMatchObject([{ watch: 'advisories', snapshotId: before, version: 1 }]);
  expect(started).toEqual([0, 6].map((hours) => new Date(start + hours * hourMs).toISOString()));
});
