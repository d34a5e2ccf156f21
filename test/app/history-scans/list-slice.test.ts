import { expect, test } from 'vitest';
import { gitSources } from '#adapters/git/git-sources.ts';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { tarSourceArchive } from '#adapters/source-archive/source-archive.ts';
import { countHistory } from '#app/history-scans/count-history.ts';
import {
  jsonLines,
  partFilesKey,
  readJson,
  sliceKey,
  sliceStateKey,
  type PartRow,
  type SliceState,
} from '#app/history-scans/history-objects.ts';
import { listSlice, type SliceWork } from '#app/history-scans/list-slice.ts';
import { readHistory } from '#app/history-scans/read-history.ts';
import { HistoryReaderStopped, type HistoryAnswer } from '#ports/history/history-reader.ts';
import { commit, git, makeRepository } from '#test/support/git/test-repository.ts';
import { inProcessDetector } from '#test/support/scans/in-process.ts';

const { signal } = new AbortController();
const over = AbortSignal.abort();
const ref = { organizationId: 'o-1', repositoryId: 'r-1', historyScanId: 'h-1' };

/** Six commits on two branches, of which one is merged, each with files of its own. */
const makeHistory = (): string => {
  const repository = makeRepository({ 'a.txt': 'a' });
  git(repository, ['checkout', '-q', '-b', 'side']);
  commit(repository, { 'side/1.txt': '1', 'side/2.txt': '2' });
  commit(repository, { 'side/3.txt': '3' });
  git(repository, ['checkout', '-q', 'trunk']);
  commit(repository, { 'b.txt': 'b' });
  git(repository, ['merge', '-q', '-m', 'merge', 'side']);
  commit(repository, { 'c.txt': 'c', 'side/1.txt': '1b' });
  return repository;
};

const worldOf = async (repository: string) => {
  const blobs = new MemoryBlobs();
  const ports = {
    histories: gitSources({ allowed: new Set(['file']), retryDelaysMs: [] }),
    blobs,
    sourceArchive: tarSourceArchive,
    fingerprintKeys: { keyOf: async () => 'key' },
    vault: { open: async () => expect.unreachable('there is no credential') },
    detector: inProcessDetector(tarSourceArchive),
  };
  const asked = {
    ...ref,
    repository: { organizationId: 'o-1', repositoryId: 'r-1', url: `file://${repository}` },
  };
  const ask = async <K extends 'list' | 'split'>(
    question: { kind: K; heads: readonly string[]; known: readonly string[]; run?: number },
    soon: AbortSignal,
  ): Promise<HistoryAnswer[K]> => {
    const report = await readHistory({ ...asked, slice: 1, run: 0, ...question } as never, ports, {
      signal,
      soon,
    });
    if ('failure' in report) throw new Error(report.failure.error);
    return report.answer as HistoryAnswer[K];
  };
  const ends = { heads: [git(repository, ['rev-parse', 'HEAD'])], known: [] };
  await blobs.put(sliceKey(ref, 1), JSON.stringify(ends));
  const work = (soon: AbortSignal, more: Partial<SliceWork> = {}): SliceWork => ({
    ref,
    slice: 1,
    blobs,
    signal,
    list: (commits, run) => ask({ kind: 'list', ...commits, run }, soon),
    split: (commits) => ask({ kind: 'split', ...commits }, soon),
    ...more,
  });
  /** The files that the runs listed, each with its commit, and what is told of others. */
  const counted = async () => {
    const { gaps } = await countHistory(ref, { commits: 6, slices: 1, unread: [] }, blobs);
    const body = await blobs.open(partFilesKey(ref, 1));
    const rows = body ? await Array.fromAsync(jsonLines<PartRow>(body)) : [];
    return { rows: rows.map(([, path, brought]) => `${path} ${brought}`).toSorted(), gaps };
  };
  const state = async () => (await readJson<SliceState>(blobs, sliceStateKey(ref, 1)))!;
  return { work, counted, state };
};

test('runs that have no time for all commits list together what one lists', async () => {
  const repository = makeHistory();
  const whole = await worldOf(repository);
  expect(await listSlice(whole.work(signal))).toBe(false);
  const parts = await worldOf(repository);
  let runs = 1;
  for (; await listSlice(parts.work(over)); runs += 1) if (runs > 20) throw new Error('it gets no further');
  expect(runs).toBeGreaterThan(3);
  expect(await parts.counted()).toEqual(await whole.counted());
  expect(await listSlice(parts.work(over, { list: async () => expect.unreachable('all is listed') }))).toBe(
    false,
  );
});

test('commits of which a run lists nothing are halved, and what was listed stays', async () => {
  const repository = makeHistory();
  const whole = await worldOf(repository);
  await listSlice(whole.work(signal));
  const world = await worldOf(repository);
  const sizes: number[] = [];
  const usual = world.work(signal);
  const list: SliceWork['list'] = async (commits, run) => {
    const args = ['rev-list', '--count', ...commits.heads, ...commits.known.map((id) => `^${id}`)];
    sizes.push(Number(git(repository, args)));
    if (sizes.at(-1)! > 3) throw new HistoryReaderStopped('Sandbox.Timedout');
    return usual.list(commits, run);
  };
  while (await listSlice({ ...usual, list })) continue;
  expect(sizes).toEqual([6, 3, 3]);
  expect(await world.counted()).toEqual(await whole.counted());
});

test('a run that was cut off counts as one that lists nothing', async () => {
  const world = await worldOf(makeHistory());
  const usual = world.work(signal);
  const cutOff = listSlice({ ...usual, signal: over, list: () => Promise.reject(new Error('cut off')) });
  await expect(cutOff).rejects.toThrow('cut off');
  expect(await world.state()).toMatchObject({ isTrying: true, stops: 0 });
  while (await listSlice(usual)) continue;
  expect(await world.state()).toEqual({ pending: [], runs: 2, stops: 1 });
});

test('a single commit that is too much ends the list, and what is not listed is told', async () => {
  const world = await worldOf(makeHistory());
  const usual = world.work(signal);
  let last = '';
  const list: SliceWork['list'] = async (commits, run) => {
    if (commits.known.length === 0) throw new HistoryReaderStopped('Sandbox.Timedout');
    last = commits.heads.join(' ');
    return usual.list(commits, run);
  };
  const toEnd = async () => {
    while (await listSlice({ ...usual, list })) continue;
  };
  await expect(toEnd()).rejects.toThrow('too much to be listed');
  expect(last).toBe('');
  expect((await world.counted()).gaps).toEqual([
    { reason: 'ranges of commits whose directories could not be read', count: 1 },
  ]);
});
