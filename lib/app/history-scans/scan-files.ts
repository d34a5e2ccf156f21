import { addGaps, fileGaps, GapTally } from '@scangate/domain/history-scans/history-gaps';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { DetectedFindings, KnownDetection } from '@scangate/engines/model/gate/reviewed-findings';
import type { Histories } from '#ports/history/histories.ts';
import type { HistoricPlace, HistoryQuestion, LookedFiles } from '#ports/history/history-reader.ts';
import type { SourceArchive, SourceSpool } from '#ports/source-archive.ts';
import { SourceFailure, type SourceLocation } from '#ports/git-sources.ts';
import type { SourceDetector } from '#ports/unit-assessor.ts';
import { addSecret } from './merge-secrets.ts';

type Files = Extract<HistoryQuestion, { kind: 'look' }>['files'];

/** A scan of files, whose secrets are compared by digests under this key. */
interface Looking {
  location: SourceLocation;
  ports: {
    histories: Pick<Histories, 'readBlobs'>;
    sourceArchive: Pick<SourceArchive, 'openSpool' | 'pack'>;
    detector: SourceDetector;
  };
  lineKey: string;
  /** The organization's rules, which run in addition to those of the engine. */
  customRules?: readonly CustomRule[] | undefined;
  signal: AbortSignal;
  /** Aborted when the scan has to end: the files scanned until then count. */
  soon: AbortSignal;
}

/** The limit of secrets of some files: their report has to fit into the response of a function. */
const maxSecrets = 5_000;
/** The number of bytes of files that are scanned together. */
const bytesAtOnce = 64 * 1024 * 1024;

/**
 * Finds the secrets of some files whose paths begin with their numbers; the files are split in halves if they have
 * too many to list.
 */
const detectIn = async (
  spool: SourceSpool,
  paths: readonly string[],
  looking: Looking,
): Promise<DetectedFindings> => {
  if (paths.length === 0) return { detections: [], complete: true };
  const { ports, signal, lineKey, customRules } = looking;
  const packed = { paths, read: (path: string) => spool.read(path), relative: (path: string) => path };
  const archive = ports.sourceArchive.pack(packed, []);
  const detected = await ports.detector.detect(
    archive,
    { scanTypes: ['secrets'], lineKey, customRules },
    signal,
  );
  const middle = Math.floor(paths.length / 2);
  if (detected.complete || middle === 0) return detected;
  const first = await detectIn(spool, paths.slice(0, middle), looking);
  const second = await detectIn(spool, paths.slice(middle), looking);
  return {
    detections: [...first.detections, ...second.detections],
    complete: first.complete && second.complete,
    partialFiles: [...(first.partialFiles ?? []), ...(second.partialFiles ?? [])],
  };
};

/**
 * Makes the path of a file in the spool, which begins with its number. An earlier name of its content has one as
 * well.
 */
const spooled = (index: number, path: string, earlier?: number): string =>
  `${index}${earlier === undefined ? '' : `+${earlier}`}/${path}`;

/** Parses the number and the path of a file, and whether the path is an earlier one. */
const numbered = (path: string): { index: number; file: string; isEarlier: boolean } => {
  const at = path.indexOf('/');
  const [index, earlier] = path.slice(0, at).split('+');
  return { index: Number(index), file: path.slice(at + 1), isEarlier: earlier !== undefined };
};

/** Collects the secrets of files, each once. */
class SecretCollector {
  readonly #files: Files;
  readonly #found = new Map<string, LookedFiles['secrets'][number]>();
  readonly #gaps = new GapTally();
  #isHeadUnread = false;

  constructor(files: Files) {
    this.#files = files;
  }

  #placeOf(index: number): HistoricPlace {
    return this.#files[index]?.[2] ?? 'unknown';
  }

  /** Adds detections, those in earlier files first, so that a secret belongs to the commit that added it. */
  add(detections: readonly KnownDetection[]): void {
    const all = detections.map((found) => ({ ...found, ...numbered(found.file) }));
    const place = ({ index, line, content }: (typeof all)[number]): string => `${index} ${line} ${content}`;
    const counted = new Set(all.filter(({ isEarlier }) => isEarlier).map(place));
    const placed = all.flatMap(({ isEarlier, ...found }) => {
      const count = counted.has(place({ ...found, isEarlier })) ? 0 : 1;
      return isEarlier ? [] : [{ ...found, place: this.#placeOf(found.index), count }];
    });
    for (const secret of placed.toSorted((a, b) => a.index - b.index || a.line - b.line))
      addSecret(this.#found, secret);
  }

  /** Reports that a file, or a part of it, was not scanned. */
  tell(reason: string, index: number): void {
    this.#gaps.tell(reason, this.#files[index]?.[1]);
    this.#noteUnread(this.#placeOf(index));
  }

  /** Records a problem that belongs to no single file. */
  state(reason: string): void {
    this.#gaps.tell(reason);
    this.#noteUnread('unknown');
  }

  #noteUnread(place: HistoricPlace): void {
    if (place !== 'gone') this.#isHeadUnread = true;
  }

  /** @param files that were scanned, starting with the first. */
  result(files: number): LookedFiles {
    const secrets = [...this.#found.values()].filter(({ index }) => index < files);
    if (secrets.length > maxSecrets) this.state(`more than ${maxSecrets} secrets in some files`);
    return {
      files,
      secrets: secrets.slice(0, maxSecrets),
      gaps: this.#gaps.list(),
      ...(this.#isHeadUnread && { isHeadUnread: true }),
    };
  }
}

/** The numbers of the files of each content, in the order of their first ones. */
const numbersById = (files: Files): Map<string, number[]> =>
  Map.groupBy(files.keys(), (index) => files[index]?.[0] ?? '');

/** One scan, which holds at most some megabytes of files at a time. */
class FileLook {
  readonly #files: Files;
  readonly #looking: Looking;
  readonly #numbers: Map<string, number[]>;
  readonly #collector: SecretCollector;
  #spool: SourceSpool;
  #bytes = 0;
  /** The last content that was scanned. */
  #last: string | undefined;

  constructor(files: Files, looking: Looking) {
    this.#files = files;
    this.#looking = looking;
    this.#numbers = numbersById(files);
    this.#collector = new SecretCollector(files);
    this.#spool = looking.ports.sourceArchive.openSpool();
  }

  #add(id: string, content: Uint8Array): void {
    for (const index of this.#numbers.get(id) ?? []) {
      const [, path = '', , earlier = []] = this.#files[index] ?? [];
      this.#spool.add(spooled(index, path), content);
      for (const [number, name] of earlier.entries()) this.#spool.add(spooled(index, name, number), content);
      this.#bytes += content.length * (1 + earlier.length);
    }
  }

  async #lookAtHeld(last: string | undefined): Promise<void> {
    const detected = await detectIn(this.#spool, [...this.#spool.paths], this.#looking);
    this.#collector.add(detected.detections);
    for (const path of detected.partialFiles ?? [])
      this.#collector.tell(fileGaps.partial, numbered(path).index);
    if (!detected.complete) this.#collector.state('some of very many secrets of one file');
    this.#spool.close();
    this.#spool = this.#looking.ports.sourceArchive.openSpool();
    this.#bytes = 0;
    this.#last = last;
  }

  /**
   * Scans the contents as they arrive.
   * @returns whether all were scanned before the time was over.
   */
  async #lookAt(contents: AsyncIterable<{ id: string; content: Uint8Array }>): Promise<boolean> {
    let last: string | undefined;
    for await (const { id, content } of contents) {
      this.#add(id, content);
      last = id;
      if (this.#bytes < bytesAtOnce) continue;
      await this.#lookAtHeld(id);
      if (this.#looking.soon.aborted) return false;
    }
    await this.#lookAtHeld(last);
    return true;
  }

  /** Returns the number of files, starting with the first, all of whose contents were scanned. */
  #lookedFiles(): number {
    const ids = [...this.#numbers.keys()];
    const next = ids[this.#last === undefined ? 0 : ids.indexOf(this.#last) + 1];
    return next === undefined ? this.#files.length : (this.#numbers.get(next)?.[0] ?? 0);
  }

  #notifyAll(reason: string, ids: readonly string[], looked: number): void {
    for (const id of ids)
      for (const index of this.#numbers.get(id) ?? [])
        if (index < looked) this.#collector.tell(reason, index);
  }

  /** Scans the contents; when the time is over, the scanned ones count. */
  async #lookUntilOver(contents: AsyncIterable<{ id: string; content: Uint8Array }>): Promise<boolean> {
    const { soon, signal } = this.#looking;
    try {
      return await this.#lookAt(contents);
    } catch (error) {
      if (!soon.aborted || signal.aborted) throw error;
      return false;
    }
  }

  async run(): Promise<LookedFiles> {
    const { location, ports, signal, soon } = this.#looking;
    const { fileBytes } = historyLimits;
    const ids = [...this.#numbers.keys()];
    try {
      const until = AbortSignal.any([signal, soon]);
      const { files, large, missing } = await ports.histories.readBlobs({ location, ids, fileBytes }, until);
      const isWhole = await this.#lookUntilOver(files);
      const looked = isWhole ? this.#files.length : this.#lookedFiles();
      this.#notifyAll(fileGaps.large, large, looked);
      this.#notifyAll(fileGaps.missing, missing, looked);
      return this.#collector.result(looked);
    } finally {
      this.#spool.close();
    }
  }
}

const overTime: LookedFiles = { files: 0, secrets: [], gaps: [] };

/** Scans files, fewer at a time if they are too large together. When the time is over, the scanned ones count. */
export const scanFiles = async (files: Files, looking: Looking): Promise<LookedFiles> => {
  const { soon, signal } = looking;
  try {
    return await new FileLook(files, looking).run();
  } catch (error) {
    if (soon.aborted && !signal.aborted) return overTime;
    const isTooLarge = error instanceof SourceFailure && error.errorCode === 'source_too_large';
    if (!isTooLarge) throw error;
    const collector = new SecretCollector(files);
    const middle = Math.floor(files.length / 2);
    if (middle === 0) {
      for (const index of files.keys()) collector.tell(fileGaps.large, index);
      return collector.result(files.length);
    }
    const first = await scanFiles(files.slice(0, middle), looking);
    if (first.files < middle) return first;
    return joined(first, await scanFiles(files.slice(middle), looking));
  }
};

const joined = (first: LookedFiles, second: LookedFiles): LookedFiles => {
  const found = new Map(first.secrets.map((secret) => [secret.content, secret]));
  for (const secret of second.secrets) addSecret(found, { ...secret, index: secret.index + first.files });
  const isHeadUnread = first.isHeadUnread ?? second.isHeadUnread;
  return {
    files: first.files + second.files,
    secrets: [...found.values()],
    gaps: addGaps(first.gaps, second.gaps),
    ...(isHeadUnread && { isHeadUnread }),
  };
};
