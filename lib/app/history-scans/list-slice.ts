import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import type { HistorySlice } from '#ports/history/histories.ts';
import { HistoryReaderStopped, type ListedCommits } from '#ports/history/history-reader.ts';
import { readJson, sliceKey, sliceStateKey, type HistoryRef, type SliceState } from './history-objects.ts';

/** The list of the files of one slice. */
export interface SliceWork {
  ref: HistoryRef;
  slice: number;
  blobs: BlobReader<'work'> & BlobWriter<'work'>;
  /** Lists commits into the object of a run. @throws HistoryReaderStopped */
  list: (commits: HistorySlice, run: number) => Promise<ListedCommits>;
  /** Halves commits; one has no halves. */
  split: (commits: HistorySlice) => Promise<HistorySlice[]>;
  /** Aborted shortly before this run is cut off. */
  signal: AbortSignal;
}

const begin = async ({ ref, slice, blobs }: SliceWork): Promise<SliceState> => {
  const planned = await readJson<HistorySlice>(blobs, sliceKey(ref, slice));
  if (!planned) throw new Error('the slice of the history was not planned');
  return { pending: [planned], runs: 0, stops: 0 };
};

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

  /** Goes on with fewer commits behind a run that listed nothing. */
  async noteStop(): Promise<void> {
    const [first, ...others] = this.state.pending;
    const stops = this.state.stops + 1;
    if (!first || stops > historyLimits.stopsPerPart)
      throw new Error('the list of a slice of the history stops again and again');
    const parts = await this.#work.split(first);
    if (parts.length < 2) throw new Error('a commit of the history has too much to be listed');
    await this.#keep({ stops, pending: [...parts, ...others] });
  }

  /** Lists the next commits, as many as there is time for. */
  async step(): Promise<void> {
    const [first, ...others] = this.state.pending;
    if (!first) return;
    await this.#keep({ isTrying: true });
    const listed = await this.#tried(first);
    if (!listed) return this.noteStop();
    const rest = listed.until && { ...first, known: [...new Set([...first.known, ...listed.until])] };
    await this.#keep({ runs: this.state.runs + 1, pending: rest ? [rest, ...others] : others });
  }

  /** Any other failure than running out of time or memory says nothing about how much may be listed together. */
  async #tried(commits: HistorySlice): Promise<ListedCommits | undefined> {
    try {
      return await this.#work.list(commits, this.state.runs);
    } catch (error) {
      if (error instanceof HistoryReaderStopped) return undefined;
      if (!this.#work.signal.aborted) await this.#keep({});
      throw error;
    }
  }
}

/**
 * Lists the files of a slice from where an earlier run stopped. A run that has no time for all commits says which it
 * listed, and one that lists nothing is tried with fewer of them.
 * @returns whether there are commits that this run did not list.
 */
export const listSlice = async (work: SliceWork): Promise<boolean> => {
  const kept = await readJson<SliceState>(work.blobs, sliceStateKey(work.ref, work.slice));
  if (kept?.pending.length === 0) return false;
  const list = new SliceList(work, kept ?? (await begin(work)));
  if (kept?.isTrying) await list.noteStop();
  await list.step();
  return list.state.pending.length > 0;
};
