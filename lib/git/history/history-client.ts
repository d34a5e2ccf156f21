import type { RepositoryLocation } from '../commit.ts';
import type { CommitReaders } from '../commit-reader.ts';
import { localTips } from '../local/local-tips.ts';
import { openLocalRepository } from '../local/local-repository.ts';
import { readAt, type ReadOptions } from '../read-at.ts';
import type { SliceListing, SliceQuestion } from './list-slice.ts';
import type { HistoryPlan, HistoryQuestion, HistorySlice } from './plan-history.ts';
import type { HistoryTips } from './tip-collector.ts';
import type { BlobsQuestion, FetchedBlobs } from './read-blobs.ts';

type Asked<Q> = Omit<Q, 'workBytes'> & { location: RepositoryLocation };

/** Reads the whole history of a repository in parts, so that only one part at a time is in memory. */
export interface HistoryClient {
  /** Divides the history of all branches and tags into slices, or a slice into smaller ones. */
  planHistory(
    history: Asked<Omit<HistoryQuestion, 'tips' | 'known' | 'cut'>> & {
      maxTips: number;
      slice?: HistorySlice;
    },
    signal: AbortSignal,
  ): Promise<HistoryPlan & { head?: string }>;
  /** Lists the versions of files that a slice added. Iterating them can fail in the same ways. */
  listSlice(slice: Asked<SliceQuestion>, signal: AbortSignal): Promise<SliceListing>;
  /** Reads files by their ids. Iterating them can fail in the same ways. */
  readBlobs(blobs: Asked<BlobsQuestion>, signal: AbortSignal): Promise<FetchedBlobs>;
}

/** The limit of inflated bytes of one part of a history. */
const workBytes = 8 * 1024 * 1024 * 1024;

const endsOf = ({ heads }: HistorySlice): HistoryTips => ({ ids: [...heads], unread: [] });

/** Loaded on demand: a local repository needs no network code. */
const remotely = () => import('../remote/fetch-history.ts');

/** Creates a client that reads histories. */
export const historyClient = (options: ReadOptions, readers: CommitReaders): HistoryClient => ({
  planHistory: ({ location, maxTips, slice, ...history }, signal) => {
    const question = { ...history, workBytes };
    return readAt<HistoryPlan & { head?: string }>(
      location,
      { options, signal },
      {
        remote: async (session, url) =>
          (await remotely()).planRemotely(session, url, { ...question, maxTips, slice, readers }),
        local: async (url) => {
          const repository = openLocalRepository(url);
          const { head, ids, unread } = slice ? endsOf(slice) : localTips(repository, maxTips);
          const asked = { ...question, tips: ids, ...(slice && { known: slice.known }) };
          const plan = await readers.planHistory(asked, { repository }, signal);
          return { ...plan, unread: [...unread, ...plan.unread], ...(head !== undefined && { head }) };
        },
      },
    );
  },
  listSlice: ({ location, ...slice }, signal) => {
    const question = { ...slice, workBytes };
    return readAt<SliceListing>(
      location,
      { options, signal },
      {
        remote: async (session, url) =>
          (await remotely()).listRemotely(session, url, { ...question, readers }),
        local: (url) => readers.listSlice(question, { repository: openLocalRepository(url) }, signal),
      },
    );
  },
  readBlobs: ({ location, ...blobs }, signal) => {
    const question = { ...blobs, workBytes };
    return readAt<FetchedBlobs>(
      location,
      { options, signal },
      {
        remote: async (session, url) =>
          (await remotely()).readRemotely(session, url, { ...question, readers }),
        local: (url) => readers.readBlobs(question, { repository: openLocalRepository(url) }, signal),
      },
    );
  },
});
