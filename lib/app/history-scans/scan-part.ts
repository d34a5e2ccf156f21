import { fileGaps, GapTally } from '@scangate/domain/history-scans/history-gaps';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import { HistoryReaderStopped, type LookedFiles } from '#ports/history/history-reader.ts';
import {
  jsonLines,
  partFilesKey,
  partSecretsKey,
  partStateKey,
  readJson,
  type FileRange,
  type HistoricDetection,
  type HistoryRef,
  type PartRow,
  type PartState,
} from './history-objects.ts';

/** The scan of one part of a history. */
export interface PartWork {
  ref: HistoryRef;
  part: number;
  blobs: BlobReader<'work'> & BlobWriter<'work'>;
  /**
   * Scans some files.
   * @returns how many of them were scanned.
   * @throws HistoryReaderStopped
   */
  look: (rows: readonly PartRow[]) => Promise<LookedFiles>;
  /** Aborted shortly before this run is cut off, together with the step that it waits for. */
  signal: AbortSignal;
  /** Aborted when the time of this run is over: no further step is begun. */
  beginBefore: AbortSignal;
}

const untouched: PartState = {
  looked: [],
  next: 0,
  atOnce: historyLimits.filesAtOnce,
  stops: 0,
  gaps: [],
};

/** In the order in which lists of secrets are merged. */
export const bySecret = (a: HistoricDetection, b: HistoricDetection): number => {
  if (a.content === b.content) return 0;
  return a.content < b.content ? -1 : 1;
};

class PartLook {
  readonly #work: PartWork;
  readonly #rows: readonly PartRow[];
  state: PartState;

  constructor(work: PartWork, rows: readonly PartRow[], state: PartState) {
    this.#work = work;
    this.#rows = rows;
    this.state = state;
  }

  /** Stores the progress of the scan. */
  async keep(changed: Partial<PartState>): Promise<void> {
    const { isTrying: _ended, ...state } = this.state;
    this.state = { ...state, ...changed };
    const { ref, part, blobs } = this.#work;
    await blobs.put(partStateKey(ref, part), JSON.stringify(this.state), 'application/json');
  }

  /**
   * Continues with fewer files after a step that did not end; a single file that stops it is left out, which is
   * reported.
   */
  async noteStop(): Promise<void> {
    const { atOnce, next, gaps } = this.state;
    const stops = this.state.stops + 1;
    if (stops > historyLimits.stopsPerPart)
      throw new Error('the look at a part of the history stops again and again');
    const tried = Math.min(atOnce, this.#rows.length - next);
    if (atOnce > 1) return this.keep({ stops, atOnce: Math.ceil(tried / 2) });
    const tally = new GapTally();
    tally.addAll(gaps);
    const [, path, , place] = this.#rows[next] ?? ['', '', '', 'unknown'];
    tally.tell(fileGaps.slow, path);
    return this.keep({
      stops,
      next: next + 1,
      gaps: tally.list(),
      ...(place !== 'gone' && { isHeadUnread: true }),
    });
  }

  /** Scans the next files, and stores their secrets. */
  async step(): Promise<void> {
    const { next, atOnce } = this.state;
    await this.keep({ isTrying: true });
    const rows = this.#rows.slice(next, next + atOnce);
    const looked = await this.#tried(rows);
    if (!looked || looked.files === 0) return this.noteStop();
    return this.#keepLooked(looked);
  }

  /**
   * Any failure other than running out of time or memory says nothing about the number of files that can be scanned
   * together.
   */
  async #tried(rows: readonly PartRow[]): Promise<LookedFiles | undefined> {
    try {
      return await this.#work.look(rows);
    } catch (error) {
      if (error instanceof HistoryReaderStopped) return undefined;
      if (!this.#work.signal.aborted) await this.keep({});
      throw error;
    }
  }

  async #keepLooked({ files, secrets, gaps, isHeadUnread }: LookedFiles): Promise<void> {
    const { ref, part, blobs } = this.#work;
    const { next, looked, atOnce, gaps: before } = this.state;
    const range: FileRange = [next, next + files];
    const found = secrets.flatMap(({ index, ...secret }): HistoricDetection[] => {
      const row = this.#rows[next + index];
      return row ? [{ ...secret, commitHash: row[2] }] : [];
    });
    const lines = found.toSorted(bySecret).map((secret) => JSON.stringify(secret));
    await blobs.put(partSecretsKey(ref, part, range), lines.join('\n'), 'application/jsonl');
    const tally = new GapTally();
    tally.addAll(before);
    tally.addAll(gaps);
    await this.keep({
      next: next + files,
      atOnce: Math.min(historyLimits.filesAtOnce, atOnce * 2),
      looked: [...looked, range],
      gaps: tally.list(),
      ...(isHeadUnread && { isHeadUnread }),
    });
  }
}

/**
 * Scans the files of a part, some thousand at a time, from where an earlier run stopped. The progress of a run is
 * kept, and a step that did not end is repeated with fewer files, so that each run gets further until a limit of
 * stops.
 * @returns `done` when this run ended it, `ended` when an earlier one did, `goes_on` when its time is over.
 */
export const scanPart = async (work: PartWork): Promise<'done' | 'ended' | 'goes_on'> => {
  const { ref, part, blobs, beginBefore } = work;
  const kept = await readJson<PartState>(blobs, partStateKey(ref, part));
  if (kept?.isDone) return 'ended';
  const body = await blobs.open(partFilesKey(ref, part));
  if (!body) throw new Error('the part of the history was not listed');
  const rows = await Array.fromAsync(jsonLines<PartRow>(body));
  const look = new PartLook(work, rows, kept ?? untouched);
  if (kept?.isTrying) await look.noteStop();
  let isFirst = true;
  while (look.state.next < rows.length) {
    if (!isFirst && beginBefore.aborted) return 'goes_on';
    isFirst = false;
    await look.step();
  }
  // A part of which all files were left out was not scanned: it is refunded.
  if (rows.length > 0 && look.state.looked.length === 0)
    throw new Error('nothing of a part of the history could be looked at');
  await look.keep({ isDone: true });
  return 'done';
};
