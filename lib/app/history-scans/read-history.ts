import { Readable } from 'node:stream';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { pathKinds } from '@scangate/engines/secrets/file-name-class';
import type { BlobStreamer } from '#ports/blobs.ts';
import type { Histories, HistoricFile, HistorySlice } from '#ports/history/histories.ts';
import type {
  HistoryAnswer,
  HistoryQuestion,
  HistoryReport,
  ListedCommits,
  PlannedSlices,
} from '#ports/history/history-reader.ts';
import { SourceFailure, type SourceLocation } from '#ports/git-sources.ts';
import type { SourceArchive } from '#ports/source-archive.ts';
import type { SourceDetector } from '#ports/unit-assessor.ts';
import type { SecretDecrypter } from '#ports/secret-cipher.ts';
import type { FingerprintKeys } from '#ports/scans/fingerprint-keys.ts';
import { decryptCredential } from '../repositories/decrypt-credential.ts';
import {
  lineStream,
  sliceFilesKey,
  sliceKey,
  treeNumber,
  type SliceEnd,
  type SliceRow,
} from './history-objects.ts';
import { scanFiles } from './scan-files.ts';

export interface ReadHistoryPorts {
  histories: Histories;
  repositorySecrets: SecretDecrypter;
  fingerprintKeys: FingerprintKeys;
  blobs: BlobStreamer<'work'>;
  sourceArchive: Pick<SourceArchive, 'openSpool' | 'pack'>;
  detector: SourceDetector;
}

type Asked<K extends HistoryQuestion['kind']> = Extract<HistoryQuestion, { kind: K }>;

interface Reading {
  location: SourceLocation;
  ports: ReadHistoryPorts;
  signal: AbortSignal;
  /** Aborted when a scan has to end. */
  soon: AbortSignal;
}

const atOnce = 10;

const { commits, slices, commitsPerSlice, tips, filesPerSlice, pathLength } = historyLimits;

/** Plans the history, and stores the last commits of each slice. */
const plan = async (asked: Asked<'plan'>, { location, ports, signal }: Reading): Promise<PlannedSlices> => {
  const limits = { commits, slices, commitsPerSlice };
  const { run, maxTips = tips } = asked;
  const planned = await ports.histories.planHistory({ location, maxTips, limits }, signal);
  const store = (slice: HistorySlice, index: number): Promise<void> =>
    ports.blobs.putStream(
      sliceKey(asked, index + 1, run),
      Readable.from([JSON.stringify(slice)], { objectMode: false }),
    );
  for (let start = 0; start < planned.slices.length; start += atOnce) {
    const some = planned.slices.slice(start, start + atOnce);
    await Promise.all(some.map((slice, index) => store(slice, start + index)));
  }
  const { head, unread } = planned;
  return {
    ...(run !== undefined && { run }),
    commits: planned.commits,
    slices: planned.slices.length,
    ...(head !== undefined && { head }),
    unread,
  };
};

/** Halves a slice that is too much for one run. */
const split = async (
  { heads, known }: Asked<'split'>,
  { location, ports, signal }: Reading,
): Promise<HistorySlice[]> => {
  const limits = { commits, slices: 2, commitsPerSlice: 1 };
  const question = { location, maxTips: tips, limits, slice: { heads, known } };
  return (await ports.histories.planHistory(question, signal)).slices;
};

/**
 * Lists the files of a slice into an object, with the reasons for missing ones in its last line. When the time is
 * over, the listed commits count: a commit comes after its parents, with all of its files.
 */
const list = async (
  { slice, run, heads, known, ...ref }: Asked<'list'>,
  { location, ports, signal, soon }: Reading,
): Promise<ListedCommits> => {
  const limits = { entries: filesPerSlice, pathLength };
  const isTree = slice === treeNumber;
  const listing = await ports.histories.listSlice(
    { location, heads, known, limits, ...(isTree ? { isTree } : { kinds: pathKinds }) },
    signal,
  );
  const listed = new Set<string>();
  let isCut = false;
  const rows = async function* (): AsyncGenerator<SliceRow | SliceEnd> {
    let current: string | undefined;
    for await (const { id, path, commit } of listing.files as AsyncIterable<HistoricFile>) {
      if (current !== undefined && commit !== current) listed.add(current);
      current = commit;
      isCut = soon.aborted && listed.size > 0;
      if (isCut) break;
      yield [id, path, commit];
    }
    yield { unread: listing.unread };
  };
  await ports.blobs.putStream(sliceFilesKey(ref, slice, run), lineStream(rows()));
  return isCut ? { until: [...listed] } : {};
};

const answer = async (
  question: HistoryQuestion,
  reading: Reading,
): Promise<HistoryAnswer[HistoryQuestion['kind']]> => {
  if (question.kind === 'plan') return plan(question, reading);
  if (question.kind === 'list') return list(question, reading);
  if (question.kind === 'split') return split(question, reading);
  const lineKey = await reading.ports.fingerprintKeys.keyOf(question.organizationId);
  return scanFiles(question.files, { ...reading, lineKey, customRules: question.customRules });
};

/**
 * Reads the history of a repository as requested. It writes no record, and a repeated run stores the same objects
 * again. A failure of the host is returned as data.
 */
export const readHistory = async (
  question: HistoryQuestion,
  ports: ReadHistoryPorts,
  { signal, soon }: { signal: AbortSignal; soon: AbortSignal },
): Promise<HistoryReport> => {
  try {
    const location = await decryptCredential(question.repository, ports.repositorySecrets);
    return { answer: await answer(question, { location, ports, signal, soon }) };
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    const { errorCode, message } = error;
    const hasNoCode = errorCode === 'source_invalid' || errorCode === 'source_too_large';
    return { failure: { errorCode: hasNoCode ? 'system_error' : errorCode, error: message } };
  }
};
