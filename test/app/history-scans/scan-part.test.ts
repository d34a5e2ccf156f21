import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import {
  jsonLines,
  partFilesKey,
  partSecretsKey,
  partStateKey,
  readJson,
  type HistoricDetection,
  type PartRow,
  type PartState,
} from '#app/history-scans/history-objects.ts';
import { scanPart, type PartWork } from '#app/history-scans/scan-part.ts';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { ScanFailed } from '@scangate/engines/model/failure';
import { HistoryReaderStopped } from '#ports/history/history-reader.ts';
import { runs } from '#test/support/runs/samples.ts';

const ref = { organizationId: 'o', repositoryId: 'r', historyScanId: 'h' };
const { signal } = new AbortController();
const rowOf = (number: number): PartRow => [`id${number}`, `${number}.txt`, `commit${number}`, 'gone'];

/** A part of some files, each with its own secret. */
const partOf = async (files: number) => {
  const blobs = new MemoryBlobs();
  const rows = Array.from({ length: files }, (_, number) => JSON.stringify(rowOf(number)));
  await blobs.put(partFilesKey(ref, 1), rows.join('\n'));
  const state = async () => (await readJson<PartState>(blobs, partStateKey(ref, 1)))!;
  /** The files whose secrets are stored, in the ranges that the state names. */
  const found = async (): Promise<string[]> => {
    const secrets: HistoricDetection[] = [];
    for (const range of (await state()).looked) {
      const body = (await blobs.open(partSecretsKey(ref, 1, range)))!;
      for await (const secret of jsonLines<HistoricDetection>(body)) secrets.push(secret);
    }
    return secrets.map(({ file, commitHash }) => `${file} ${commitHash}`);
  };
  const run = (look: PartWork['look'], beginBefore = signal, cutOff = signal) =>
    scanPart({ ref, part: 1, blobs, look, signal: cutOff, beginBefore });
  return { run, state, found, blobs };
};

const everyFile = (files: number): string[] =>
  Array.from({ length: files }, (_, number) => `${number}.txt commit${number}`);

/** Scans the first files, up to a number. */
const looked = (rows: readonly PartRow[], files = rows.length) => ({
  files,
  secrets: rows.slice(0, files).map(([id, file], index) => ({
    kind: 'secret' as const,
    rule: 'private-key',
    severity: 'critical' as const,
    file,
    line: 1,
    content: id,
    place: 'gone' as const,
    count: 1,
    index,
  })),
  gaps: [],
});

const sorted = (found: readonly string[]): string[] => found.toSorted();

test('a part whose time is over continues where it stopped, and scans no file twice', async () => {
  const { run, found } = await partOf(historyLimits.filesAtOnce * 2 + 1);
  const asked: string[] = [];
  const look: PartWork['look'] = async (rows) => {
    asked.push(rows[0]?.[1] ?? '');
    return looked(rows);
  };
  const over = AbortSignal.abort();
  const ended = [await run(look, over), await run(look, over), await run(look, over), await run(look, over)];
  expect(ended).toEqual(['goes_on', 'goes_on', 'done', 'ended']);
  expect(asked).toEqual(['0.txt', '2000.txt', '4000.txt']);
  expect(sorted(await found())).toEqual(sorted(everyFile(historyLimits.filesAtOnce * 2 + 1)));
});

test('a file that stops every scan of it is left out and reported, and all others are scanned', async () => {
  const { run, found, state } = await partOf(100);
  const ended = await run(async (rows) => {
    if (rows.some(([, path]) => path === '41.txt')) throw new HistoryReaderStopped('TimeoutError');
    return looked(rows);
  });
  expect(ended).toBe('done');
  expect(sorted(await found())).toEqual(sorted(everyFile(100).filter((file) => !file.startsWith('41.'))));
  expect((await state()).gaps).toEqual([
    { reason: 'files that could not be looked at in time', count: 1, examples: ['41.txt'] },
  ]);
});

test('a part of which every scan stops is given up after some stops, by runs that each resume where it was', async () => {
  const { run, state } = await partOf(1_000);
  let asked = 0;
  const stopping = async () => {
    asked += 1;
    throw new HistoryReaderStopped('TimeoutError');
  };
  await expect(run(stopping)).rejects.toThrow('again and again');
  await expect(run(stopping)).rejects.toThrow('again and again');
  expect(asked).toBe(historyLimits.stopsPerPart + 1);
  expect((await state()).isDone).toBeUndefined();
});

test('a refusal by a host is not a stop: the next run requests as many files', async () => {
  const { run, state } = await partOf(10);
  await expect(
    run(async () => {
      throw new ScanFailed('repo_access', 'no');
    }),
  ).rejects.toThrow('no');
  expect(await state()).toMatchObject({ stops: 0, next: 0, atOnce: historyLimits.filesAtOnce });
  expect(await run(async (rows) => looked(rows))).toBe('done');
});

test('a scan in which the run was cut off is retried with fewer files', async () => {
  const { run, state } = await partOf(100);
  const cutOff = async () => {
    throw new Error('the time of the function is over');
  };
  await expect(run(cutOff, signal, AbortSignal.abort())).rejects.toThrow('is over');
  const asked: number[] = [];
  await run(async (rows) => {
    asked.push(rows.length);
    return looked(rows);
  });
  expect([asked, (await state()).stops]).toEqual([[50, 50], 1]);
});

test('a part of which every file was left out is not done, so that it is refunded', async () => {
  const { run, state } = await partOf(1);
  const stopping = async () => {
    throw new HistoryReaderStopped('Runtime.OutOfMemory');
  };
  await expect(run(stopping)).rejects.toThrow('nothing of a part');
  await expect(run(stopping)).rejects.toThrow('nothing of a part');
  expect(await state()).toMatchObject({ next: 1, stops: 2, looked: [] });
});

test('wherever a scan stops, each file is scanned or reported, once', async () => {
  const failure = fc.constantFrom('stops', 'crashes', 'in part', 'works', 'works');
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 40 }),
    fc.array(failure, { maxLength: 20 }),
    async (files, failures) => {
      const { run, found, state } = await partOf(files);
      const left = [...failures];
      const look: PartWork['look'] = async (rows) => {
        const what = left.shift() ?? 'works';
        if (what === 'stops') throw new HistoryReaderStopped('Runtime.OutOfMemory');
        if (what === 'crashes') throw new Error('the process ended');
        return looked(rows, what === 'in part' ? Math.floor(rows.length / 3) : rows.length);
      };
      let ended = '';
      for (let tries = 0; tries < 60 && ended !== 'done'; tries += 1)
        ended = await run(look, AbortSignal.abort()).catch(() => 'failed');
      // Without any scan there is nothing to pay for.
      if (ended !== 'done') {
        expect((await state()).looked).toEqual([]);
        return;
      }
      const told = (await state()).gaps.reduce((sum, { count }) => sum + count, 0);
      const all = await found();
      expect(new Set(all).size).toBe(all.length);
      expect(all.length + told).toBe(files);
    },
  );
  await fc.assert(property, { numRuns: runs(60) });
});
