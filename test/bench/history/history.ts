import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { walkRange } from '@scangate/git/read-commit-range';
import { sha1 } from '@scangate/git/object-format';
import type { Figure } from '../figures.ts';
import { runWithHeap } from '../memory/run-with-heap.ts';
import { commitId, openHistory } from './made-history.ts';

const mb = 1024 * 1024;
const { signal } = new AbortController();
const section = 'Histories';

/** Walks the range of so many commits, each of which adds ten files. @returns the objects that were read. */
const rangeWork = async (commits: number): Promise<{ files: number; objects: number }> => {
  const { store, reads } = openHistory({ filesPerCommit: 10 });
  const most = {
    commits: commits + 1,
    files: commits * 20,
    fileBytes: mb,
    totalBytes: 1024 * mb,
    pathLength: 512,
  };
  const question = {
    head: commitId(1_000 + commits),
    known: [commitId(1_000)],
    limits: most,
    format: sha1,
    workBytes: Number.MAX_SAFE_INTEGER,
  };
  let files = 0;
  for await (const _ of walkRange(store, question, signal).files) files += 1;
  return { files, objects: Object.values(reads).reduce((sum, count) => sum + count, 0) };
};

/**
 * Compares what a range reads for ten times the files with ten times what it reads for them, beside the commits that are
 * known and read once.
 */
export const rangeFigures = async (): Promise<Figure[]> => {
  const [none, few, many] = [await rangeWork(0), await rangeWork(30), await rangeWork(300)];
  const ratio = (many.objects - none.objects) / (few.objects - none.objects) / (many.files / few.files);
  const what = `a range of ${many.files} files beside one of ${few.files}`;
  return [
    {
      section,
      what,
      unit: 'objects read per file, as a ratio',
      value: Math.round(ratio * 1000) / 1000,
      limit: 1.1,
    },
  ];
};

const heapMb = 128;

/** Runs a load in a process with a small heap. @throws Error when it does not suffice. */
const peakOf = async (load: string, order: object): Promise<{ result: unknown; megabytes: number }> => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-history-'));
  try {
    const entry = join(import.meta.dirname, load);
    const { result, peakBytes } = await runWithHeap(directory, {
      entry,
      event: { directory, ...order },
      heapMb,
    });
    return { result, megabytes: Math.round(peakBytes / mb) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const commits = 20_000;
const filesPerCommit = 50;
const lists = 200;
const secretsPerList = 5_000;

/** Plans, lists and counts a history of a million files, and ends one with a million different secrets. */
const memoryFigures = async (): Promise<Figure[]> => {
  const counted = await peakOf('history-load.ts', { commits, filesPerCommit });
  const { files, unread } = counted.result as { files: number; unread: string[] };
  if (files !== commits * filesPerCommit || unread.length > 0)
    throw new Error(`${files} files were counted: ${unread.join('; ')}`);
  const ended = await peakOf('end-load.ts', { lists, secrets: secretsPerList });
  const { secrets } = ended.result as { secrets: number };
  if (secrets !== lists * secretsPerList) throw new Error(`${secrets} secrets were counted`);
  const unit = 'MB at most';
  const of = (what: string, value: number): Figure => ({ section, what, unit, value, limit: 256 });
  return [
    of(`a history of ${files.toLocaleString('en')} files, planned, listed and counted`, counted.megabytes),
    of(`the end of a history with ${secrets.toLocaleString('en')} different secrets`, ended.megabytes),
  ];
};

/** Measures the work of a range and the memory of a whole history. */
export const measureHistory = async (): Promise<Figure[]> => [
  ...(await rangeFigures()),
  ...(await memoryFigures()),
];
