import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { syncAdvisorySnapshot } from '#functions/jobs/sync-advisories/handler.ts';
import { readManifest } from '#adapters/osv/manifest.ts';
import { supportedEcosystems } from '@scangate/engines/model/component';
import { testBlobs } from '#test/adapters/osv/blobs-fixture.ts';
import { zipOf } from '#test/adapters/osv/zip-fixture.ts';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

const hourMs = 60 * 60_000;
const start = Date.parse('2026-03-10T12:00:00Z');

/** What answers 503, by the start of its path; and what each dump holds. */
let down: string[] = [];
let record = 0;
let lines: string[] = [];
const blobs = { current: testBlobs() };

const answer = async (url: string | URL): Promise<Response> => {
  const { pathname } = new URL(url);
  const ecosystem = supportedEcosystems.find((each) => pathname === `/${encodeURIComponent(each)}/all.zip`);
  if (!ecosystem || down.includes(ecosystem)) return new Response('', { status: 503 });
  const content = JSON.stringify(osvRecord({ id: `A-${record}`, ecosystem }));
  return new Response(zipOf({ 'a.json': content }));
};

beforeEach(() => {
  [down, record, lines, blobs.current] = [[], 0, [], testBlobs()];
  vi.stubGlobal('fetch', answer);
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Runs the job that many hours after the start. @returns the age it reports, and its failure. */
const syncAt = async (hours: number) => {
  lines = [];
  record += 1;
  const error = await syncAdvisorySnapshot(
    {},
    { objects: blobs.current },
    taskContextAt(new Date(start + hours * hourMs)),
  ).then(
    () => undefined,
    (thrown: Error) => thrown.message,
  );
  const ages = lines.map((line) => (JSON.parse(line) as Record<string, unknown>)['AdvisorySnapshotAgeHours']);
  return { age: ages.find((age) => age !== undefined), error };
};

test('a snapshot is as old as what it was just found to be: 0, signals or not', async () => {
  expect(await syncAt(0)).toEqual({ age: 0, error: undefined });
  expect(lines.join('')).toContain('signals not synced');
  expect(Object.keys((await readManifest(blobs.current))?.shards ?? {}).sort()).toEqual(
    [...supportedEcosystems].sort(),
  );
});

test('what fails is an error, and ages from when it was last had, however fresh the others are', async () => {
  await syncAt(0);
  down = ['npm'];
  for (const hours of [6, 12, 30])
    expect(await syncAt(hours)).toEqual({ age: hours, error: 'not synced: npm' });
  expect((await readManifest(blobs.current))?.builtAt).toBe(new Date(start + 30 * hourMs).toISOString());
  down = [];
  expect(await syncAt(36)).toEqual({ age: 0, error: undefined });
});

test('an ecosystem that was never had does not hide behind the others', async () => {
  down = ['npm'];
  expect((await syncAt(0)).age).toBeGreaterThan(24);
  expect((await syncAt(6)).age).toBeGreaterThan(24);
  down = [];
  expect((await syncAt(12)).age).toBe(0);
});

const dayHours = 24;
const shardsAt = (): string[] =>
  [...blobs.current.objects.keys()].filter((key) => key.startsWith('advisories/npm/'));

test('a shard that no manifest has named for 30 days goes; what is current stays, however old', async () => {
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
  const named = Object.values((await readManifest(blobs.current))?.shards ?? {}).map(({ key }) => key);
  expect(named.every((key) => blobs.current.objects.has(key))).toBe(true);
});

test('what comes back before its time is current again and stays', async () => {
  await syncAt(0);
  const [first = ''] = shardsAt();
  await syncAt(6);
  record = 0;
  await syncAt(12);
  down = [...supportedEcosystems];
  await syncAt(60 * dayHours);
  expect(shardsAt()).toEqual([first]);
});

test('before anything was ever had nobody reports an age: the silence is the alarm', async () => {
  down = [...supportedEcosystems];
  expect((await syncAt(0)).age).toBeUndefined();
});
