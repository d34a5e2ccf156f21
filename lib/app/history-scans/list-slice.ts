import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import type { HistorySlice } from '#ports/history/histories.ts';
import { HistoryReaderStopped, type ListedCommits } from '#ports/history/history-reader.ts';
import {
  listedRuns,
  planKey,
  readJson,
  sliceKey,
  sliceStateKey,
  treeNumber,
  type HistoryRef,
  type SliceState,
} from './history-objects.ts';

/** The listing of the files of one slice. */
export interface SliceWork {
  ref: HistoryRef;
  slice: number;
  blobs: BlobReader<'work'> & BlobWriter<'work'>;
  /**
   * Lists commits into the object of a run, which no other run uses.
   * @throws HistoryReaderStopped
   */
  list: (commits: HistorySlice, run: number) => Promise<ListedCommits>;
  /** Halves a range of commits; a single commit cannot be halved. */
  split: (commits: HistorySlice) => Promise<HistorySlice[]>;
  /** Aborted shortly before this run is cut off. */
  signal: AbortSignal;
}

const begin = async ({ ref, slice, blobs }: SliceWork): Promise<SliceState> => {
  const plan = await readJson<{ run?: number }>(blobs, planKey(ref));
  const planned = await readJson<HistorySlice>(blobs, sliceKey(ref, slice, plan?.run));
  if (!planned) throw new Error('the slice of the history was not planned');
  return { pending: [planned], runs: 0, listed: [], stops: 0 };
};

/** Reads the state. An earlier version only counted a run once it had listed, so that one more may be in progress. */
const readState = async ({ ref, slice, blobs }: SliceWork): Promise<SliceState | undefined> => {
  const kept = await readJson<SliceState>(blobs, sliceStateKey(ref, slice));
  return kept && !kept.listed ? { ...kept, listed: listedRuns(kept), runs: kept.runs + 1 } : kept;
};

/** The number of runs that may stop at the files of the newest commit, which cannot be halved. */
const stopsOfTree = 2;

class SliceList {
  readonly #work: SliceWork;
  state: SliceState;

  constructor(work: SliceWork, state: SliceState) {
    this.#work = work;
    this.state = state;
  }

  async #keep(changed: Partial<SliceState>): Promise<void> {
    const { isTrying: _ended, ...state } = this.state;
    this.state = { ...state, ...changed };
    const { ref, slice, blobs } = this.#work;
    await blobs.put(sliceStateKey(ref, slice), JSON.stringify(this.state), 'application/json');
  }

  /** Continues with fewer commits after a run that listed nothing; the files of the newest one are tried again. */
  async noteStop(): Promise<void> {
    const [first, ...others] = this.state.pending;
    const stops = this.state.stops + 1;
    if (!first || stops > historyLimits.stopsPerPart)
      throw new Error('the list of a slice of the history stops again and again');
    if (this.#work.slice === treeNumber) {
      if (stops > stopsOfTree) throw new Error('the newest commit of the history has too much to be listed');
      return this.#keep({ stops });
    }
    // A run that is cut off while it divides counts as well.
    await this.#keep({ stops, isTrying: true });
    const parts = await this.#work.split(first);
    if (parts.length < 2) throw new Error('a commit of the history has too much to be listed');
    await this.#keep({ stops, pending: [...parts, ...others] });
  }

  /** Lists the next commits, as many as there is time for. */
  async step(): Promise<void> {
    const [first, ...others] = this.state.pending;
    if (!first) return;
    const run = this.state.runs;
    await this.#keep({ runs: run + 1, isTrying: true });
    const answer = await this.#tried(first, run);
    if (!answer) return this.noteStop();
    const rest = answer.until && { ...first, known: [...new Set([...first.known, ...answer.until])] };
    await this.#keep({
      listed: [...listedRuns(this.state), run],
      pending: rest ? [rest, ...others] : others,
    });
  }

  /**
   * Any failure other than running out of time or memory says nothing about the number of commits that can be listed
   * together.
   */
  async #tried(commits: HistorySlice, run: number): Promise<ListedCommits | undefined> {
    try {
      return await this.#work.list(commits, run);
    } catch (error) {
      if (error instanceof HistoryReaderStopped) return undefined;
      if (!this.#work.signal.aborted) await this.#keep({});
      throw error;
    }
  }
}

/**
 * Lists the files of a slice from where an earlier run stopped. A run without time for all commits records which it
 * listed, and one that lists nothing is repeated with fewer of them.
 * @returns whether there are commits that this run did not list.
 */
export const listSlice = async (work: SliceWork): Promise<boolean> => {
  const kept = await readState(work);
  if (kept?.pending.length === 0) return false;
  const list = new SliceList(work, kept ?? (await begin(work)));
  if (kept?.isTrying) await list.noteStop();
  await list.step();
  return list.state.pending.length > 0;
};
