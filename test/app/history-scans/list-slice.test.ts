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
  treeNumber,
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

/** Six commits on two branches, one of which is merged, each with its own files. */
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
    repositorySecrets: { decrypt: async () => expect.unreachable('there is no credential') },
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
  /** The files that the runs listed, each with its commit, and the gaps that were reported. */
  const counted = async () => {
    const { gaps } = await countHistory(ref, { commits: 6, slices: 1, unread: [] }, blobs);
    const body = await blobs.open(partFilesKey(ref, 1));
    const rows = body ? await Array.fromAsync(jsonLines<PartRow>(body)) : [];
    return { rows: rows.map(([, path, brought]) => `${path} ${brought}`).toSorted(), gaps };
  };
  const state = async () => (await readJson<SliceState>(blobs, sliceStateKey(ref, 1)))!;
  return { work, counted, state, blobs, ends };
};

test('runs too short for all commits list together the same as one run', async () => {
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

test('commits of which a run lists nothing are halved, and listed ones stay', async () => {
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
  expect(await world.state()).toEqual({ pending: [], runs: 3, listed: [1, 2], stops: 1 });
});

test('a run that is cut off while it divides commits counts each time, so that it ends', async () => {
  const world = await worldOf(makeHistory());
  const usual = world.work(signal);
  const split = () => Promise.reject(new Error('cut off'));
  const list = () => Promise.reject(new HistoryReaderStopped('Sandbox.Timedout'));
  await expect(listSlice({ ...usual, list, split })).rejects.toThrow('cut off');
  await expect(listSlice({ ...usual, list, split })).rejects.toThrow('cut off');
  expect(await world.state()).toMatchObject({ isTrying: true, stops: 2 });
  while (await listSlice(usual)) continue;
  expect(await world.state()).toMatchObject({ pending: [], stops: 3 });
});

test('a single commit that is too large ends the list, and what is not listed is reported as a gap', async () => {
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

test('a reader that outlives its run overwrites nothing of a later one', async () => {
  const repository = makeHistory();
  const whole = await worldOf(repository);
  await listSlice(whole.work(signal));
  const world = await worldOf(repository);
  const usual = world.work(signal);
  const late: (() => Promise<unknown>)[] = [];
  const list: SliceWork['list'] = (commits, run) => {
    late.push(() => world.work(over).list(commits, run));
    return Promise.reject(new Error('cut off'));
  };
  await expect(listSlice({ ...usual, signal: over, list })).rejects.toThrow('cut off');
  while (await listSlice(usual)) continue;
  for (const writeLate of late) await writeLate();
  expect(late).toHaveLength(1);
  expect(await world.counted()).toEqual(await whole.counted());
});

test('each run has its own number, however the previous one ended', async () => {
  const world = await worldOf(makeHistory());
  const usual = world.work(over);
  const numbers: number[] = [];
  const failures = [new HistoryReaderStopped('Sandbox.Timedout'), new Error('the host is away')];
  const list: SliceWork['list'] = async (commits, run) => {
    numbers.push(run);
    const failure = failures.shift();
    if (failure) throw failure;
    return usual.list(commits, run);
  };
  const go = () => listSlice({ ...usual, list });
  await go();
  await expect(go()).rejects.toThrow('the host is away');
  while (await go()) continue;
  expect(numbers).toEqual([...numbers.keys()]);
  expect((await world.state()).listed).toEqual(numbers.slice(2));
});

test('a state of an earlier version continues with unused numbers', async () => {
  const world = await worldOf(makeHistory());
  await listSlice(world.work(over));
  const { listed, ...earlier } = await world.state();
  expect(listed).toEqual([0]);
  await world.blobs.put(sliceStateKey(ref, 1), JSON.stringify({ ...earlier, isTrying: true }));
  while (await listSlice(world.work(signal))) continue;
  const whole = await worldOf(makeHistory());
  await listSlice(whole.work(signal));
  expect((await world.state()).listed).toEqual([0, 2, 3]);
  expect((await world.counted()).rows.length).toBe((await whole.counted()).rows.length);
});

test('the files of the newest commit are never split, and what is not known of them is reported', async () => {
  const world = await worldOf(makeHistory());
  await listSlice(world.work(signal));
  await world.blobs.put(sliceKey(ref, treeNumber), JSON.stringify(world.ends));
  const asked: unknown[] = [];
  const tree = world.work(signal, {
    slice: treeNumber,
    list: async (commits) => {
      asked.push(commits);
      throw new HistoryReaderStopped('Sandbox.Timedout');
    },
    split: async () => expect.unreachable('a tree has no halves'),
  });
  const toEnd = async () => {
    while (await listSlice(tree)) continue;
  };
  await expect(toEnd()).rejects.toThrow('too much to be listed');
  expect(asked).toEqual([world.ends, world.ends, world.ends]);
  const head = world.ends.heads[0]!;
  const { gaps } = await countHistory(ref, { commits: 6, slices: 1, unread: [], head }, world.blobs);
  expect(gaps).toEqual([{ reason: 'directories of the newest commit that could not be read', count: 1 }]);
  const rows = await Array.fromAsync(jsonLines<PartRow>((await world.blobs.open(partFilesKey(ref, 1)))!));
  expect(new Set(rows.map(([, , , place]) => place))).toEqual(new Set(['unknown']));
});
