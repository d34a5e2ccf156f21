import { Readable } from 'node:stream';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { DetectedFindings, KnownDetection } from '@scangate/engines/model/gate/reviewed-findings';
import type { BlobStreamer } from '#ports/blobs.ts';
import type { Histories, HistoricFile, HistorySlice } from '#ports/history/histories.ts';
import type {
  HistoricPlace,
  HistoryAnswer,
  HistoryQuestion,
  HistoryReport,
  LookedFiles,
  PlannedSlices,
} from '#ports/history/history-reader.ts';
import { SourceFailure, type SourceLocation } from '#ports/sources.ts';
import type { SourceArchive, SourceSpool } from '#ports/source-archive.ts';
import type { SourceDetector } from '#ports/unit-assessor.ts';
import type { FingerprintKeys, VaultOpener } from '#ports/vault.ts';
import { openCredential } from '../repositories/open-credential.ts';
import { addSecret } from './merge-secrets.ts';
import {
  lineStream,
  sliceFilesKey,
  sliceKey,
  treeNumber,
  type SliceEnd,
  type SliceRow,
} from './history-objects.ts';

export interface ReadHistoryPorts {
  histories: Histories;
  vault: VaultOpener;
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
}

/** A look at files, whose secrets are compared by digests under this key. */
type Looking = Reading & { lineKey: string };

/** The most secrets of some files: their report has to fit the answer of a function. */
const maxSecrets = 5_000;
/** The bytes of files that are looked at together. */
const bytesAtOnce = 64 * 1024 * 1024;
const sideBySide = 10;

const {
  commits,
  slices,
  commitsPerSlice,
  tips: maxTips,
  filesPerSlice,
  pathLength,
  fileBytes,
} = historyLimits;

/** Plans the history, and stores the ends of each slice. */
const plan = async (asked: Asked<'plan'>, { location, ports, signal }: Reading): Promise<PlannedSlices> => {
  const limits = { commits, slices, commitsPerSlice };
  const planned = await ports.histories.planHistory({ location, maxTips, limits }, signal);
  const store = (slice: HistorySlice, index: number): Promise<void> =>
    ports.blobs.putStream(
      sliceKey(asked, index + 1),
      Readable.from([JSON.stringify(slice)], { objectMode: false }),
    );
  for (let start = 0; start < planned.slices.length; start += sideBySide) {
    const some = planned.slices.slice(start, start + sideBySide);
    await Promise.all(some.map((slice, index) => store(slice, start + index)));
  }
  const { head, unread } = planned;
  return {
    commits: planned.commits,
    slices: planned.slices.length,
    ...(head !== undefined && { head }),
    unread,
  };
};

/** Lists the files of a slice into an object, the reasons for what is missing on its last line. */
const list = async (
  { slice, heads, known, ...ref }: Asked<'list'>,
  { location, ports, signal }: Reading,
): Promise<null> => {
  const limits = { entries: filesPerSlice, pathLength };
  const isTree = slice === treeNumber;
  const listing = await ports.histories.listSlice(
    { location, heads, known, ...(isTree && { isTree }), limits },
    signal,
  );
  const rows = async function* (): AsyncGenerator<SliceRow | SliceEnd> {
    for await (const { id, path, commit } of listing.files as AsyncIterable<HistoricFile>)
      yield [id, path, commit];
    yield { unread: listing.unread };
  };
  await ports.blobs.putStream(sliceFilesKey(ref, slice), lineStream(rows()));
  return null;
};

/** Finds the secrets of some files whose paths begin with their numbers: in halves where they are too many to be listed. */
const detectIn = async (
  spool: SourceSpool,
  paths: readonly string[],
  looking: Looking,
): Promise<DetectedFindings> => {
  if (paths.length === 0) return { detections: [], complete: true };
  const { ports, signal, lineKey } = looking;
  const packed = { paths, read: (path: string) => spool.read(path), relative: (path: string) => path };
  const archive = ports.sourceArchive.pack(packed, []);
  const detected = await ports.detector.detect(archive, { scanTypes: ['secrets'], lineKey }, signal);
  const middle = Math.floor(paths.length / 2);
  if (detected.complete || middle === 0) return detected;
  const first = await detectIn(spool, paths.slice(0, middle), looking);
  const second = await detectIn(spool, paths.slice(middle), looking);
  const isPartial = first.isPartial ?? second.isPartial;
  return {
    detections: [...first.detections, ...second.detections],
    complete: first.complete && second.complete,
    ...(isPartial && { isPartial }),
  };
};

/** The secrets of files as they are found, each once. */
class SecretCollector {
  readonly #files: Asked<'look'>['files'];
  readonly #found = new Map<string, LookedFiles['secrets'][number]>();
  readonly #unread = new Set<string>();
  #isHeadUnread = false;

  constructor(files: Asked<'look'>['files']) {
    this.#files = files;
  }

  /** Adds detections, those in earlier files first, so that a secret is one of the commit that brought it. */
  add(detections: readonly KnownDetection[]): void {
    const placed = detections.map((found) => {
      const at = found.file.indexOf('/');
      const index = Number(found.file.slice(0, at));
      const place = this.#files[index]?.[2] ?? 'unknown';
      return { ...found, index, file: found.file.slice(at + 1), place, count: 1 };
    });
    for (const secret of placed.toSorted((a, b) => a.index - b.index || a.line - b.line))
      addSecret(this.#found, secret);
  }

  tell(reason: string, place: HistoricPlace): void {
    this.#unread.add(reason);
    if (place !== 'gone') this.#isHeadUnread = true;
  }

  result(): LookedFiles {
    const secrets = [...this.#found.values()];
    if (secrets.length > maxSecrets) this.tell(`more than ${maxSecrets} secrets in some files`, 'unknown');
    return {
      secrets: secrets.slice(0, maxSecrets),
      unread: [...this.#unread],
      ...(this.#isHeadUnread && { isHeadUnread: true }),
    };
  }
}

/** Looks at files of which no more than some megabytes are held at a time. */
const lookAt = async (files: Asked<'look'>['files'], looking: Looking): Promise<LookedFiles> => {
  const { location, ports, signal } = looking;
  const numbers = new Map(files.map(([id], index) => [id, index]));
  const rowOf = (id: string) => files[numbers.get(id) ?? 0] ?? ['', '', 'unknown'];
  const contents = await ports.histories.readBlobs({ location, ids: [...numbers.keys()], fileBytes }, signal);
  const collector = new SecretCollector(files);
  let spool = ports.sourceArchive.openSpool();
  let bytes = 0;
  const look = async (): Promise<void> => {
    const { detections, complete, isPartial } = await detectIn(spool, [...spool.paths], looking);
    collector.add(detections);
    if (isPartial) collector.tell('some files could be looked at in part only', 'unknown');
    if (!complete) collector.tell('some of very many secrets of one file', 'unknown');
  };
  try {
    for await (const { id, content } of contents.files) {
      spool.add(`${numbers.get(id)}/${rowOf(id)[1]}`, content);
      bytes += content.length;
      if (bytes < bytesAtOnce) continue;
      await look();
      spool.close();
      spool = ports.sourceArchive.openSpool();
      bytes = 0;
    }
    await look();
  } finally {
    spool.close();
  }
  for (const id of contents.large) collector.tell(`${rowOf(id)[1]} is too large`, rowOf(id)[2]);
  for (const id of contents.missing)
    collector.tell(`${rowOf(id)[1]} is not in the repository any more`, rowOf(id)[2]);
  return collector.result();
};

/** Looks at files, at fewer of them at a time where they are too large together. */
const look = async (files: Asked<'look'>['files'], looking: Looking): Promise<LookedFiles> => {
  try {
    return await lookAt(files, looking);
  } catch (error) {
    const isTooLarge = error instanceof SourceFailure && error.errorCode === 'source_too_large';
    if (!isTooLarge) throw error;
    const collector = new SecretCollector(files);
    const middle = Math.floor(files.length / 2);
    if (middle === 0) {
      for (const [, path, place] of files) collector.tell(`${path} is too large`, place);
      return collector.result();
    }
    const first = await look(files.slice(0, middle), looking);
    const second = await look(files.slice(middle), looking);
    const found = new Map(first.secrets.map((secret) => [secret.content, secret]));
    for (const secret of second.secrets) addSecret(found, { ...secret, index: secret.index + middle });
    const isHeadUnread = first.isHeadUnread ?? second.isHeadUnread;
    return {
      secrets: [...found.values()],
      unread: [...first.unread, ...second.unread],
      ...(isHeadUnread && { isHeadUnread }),
    };
  }
};

const answer = async (
  question: HistoryQuestion,
  reading: Reading,
): Promise<HistoryAnswer[HistoryQuestion['kind']]> => {
  if (question.kind === 'plan') return plan(question, reading);
  if (question.kind === 'list') return list(question, reading);
  const lineKey = await reading.ports.fingerprintKeys.keyOf(question.organizationId);
  return look(question.files, { ...reading, lineKey });
};

/**
 * Answers a question about the history of a repository. It writes no record, and what it stores a repeated run stores
 * again. A failure of the host is told as data.
 */
export const readHistory = async (
  question: HistoryQuestion,
  ports: ReadHistoryPorts,
  { signal }: { signal: AbortSignal },
): Promise<HistoryReport> => {
  try {
    const location = await openCredential(question.repository, ports.vault);
    return { answer: await answer(question, { location, ports, signal }) };
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    const { errorCode, message } = error;
    const hasNoCode = errorCode === 'source_invalid' || errorCode === 'source_too_large';
    return { failure: { errorCode: hasNoCode ? 'system_error' : errorCode, error: message } };
  }
};
