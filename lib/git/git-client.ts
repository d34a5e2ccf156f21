import type { BranchPage, BranchQuestion } from './branch-page.ts';
import type { CommitLimits, FetchedCommit, RepositoryLocation } from './commit.ts';
import type { ChooseFiles, FileSelection } from './file-selection.ts';
import { inProcessReaders, type CommitReaders } from './commit-reader.ts';
import { historyClient, type HistoryClient } from './history/history-client.ts';
import { localBranches } from './local/local-branches.ts';
import { localHead, localRef } from './local/local-refs.ts';
import { openLocalRepository } from './local/local-repository.ts';
import { formatOfId } from './object-format.ts';
import { readAt, type GitOptions, type ReadOptions } from './read-at.ts';
import { branchRef, defaultBranchOf, requireCommit } from './refs.ts';
import { noSuchCommit } from './walk-commit.ts';
import type { FetchedRange, RangeQuestion } from './read-commit-range.ts';

export interface CommitToFetch {
  location: RepositoryLocation;
  commitHash: string;
  limits: CommitLimits;
  /** The files to read, or a function that chooses them by the directories of the commit; all files if absent. */
  selection?: FileSelection | ChooseFiles | undefined;
  /**
   * Fetches the directories first and then the files, which is faster for few files; a given selection is always
   * fetched so.
   */
  treesFirst?: boolean;
  /**
   * Fetches the directories first, so that a commit that is too large is refused before its files are received, if
   * the host supports that; worth another round trip if the size of the commit is unknown.
   */
  checksSize?: boolean;
}

/** The commits after known ones up to a head. */
export type RangeToFetch = Pick<RangeQuestion, 'head' | 'known' | 'limits'> & {
  location: RepositoryLocation;
};

/** Reads git repositories. All methods throw GitFailure, GitTransient, or the abort reason of the signal. */
export interface GitClient extends HistoryClient {
  /** Verifies that a git repository is at the URL. @returns its default branch, `HEAD` when it is detached. */
  defaultBranch(location: RepositoryLocation, signal: AbortSignal): Promise<string>;
  /** Returns the newest commit of a branch. @param branch its name, or `HEAD` for the default one. */
  resolveBranch(location: RepositoryLocation, branch: string, signal: AbortSignal): Promise<string>;
  /** Lists branches by name, a page of them. */
  branches(location: RepositoryLocation, question: BranchQuestion, signal: AbortSignal): Promise<BranchPage>;
  /** Fetches the files of one commit, or a selection of them. Iterating them can fail in the same ways. */
  fetchCommit(commit: CommitToFetch, signal: AbortSignal): Promise<FetchedCommit>;
  /**
   * Fetches the files that commits after known ones added and that their head does not have at the same path. All ids
   * are full, in lower case.
   */
  fetchCommitRange(range: RangeToFetch, signal: AbortSignal): Promise<FetchedRange>;
  /**
   * Returns the commits among these that are proven to be the tip or its ancestors. All ids are full, in lower case.
   */
  ancestorsOf(
    history: { location: RepositoryLocation; tip: string; commits: readonly string[] },
    signal: AbortSignal,
  ): Promise<string[]>;
}

const defaults = {
  waitSeconds: 60,
  totalMs: 8 * 60_000,
  slowMs: 120_000,
};

/** The limit of all inflated and reconstructed bytes; a received pack is read twice. */
const workBytes = ({ totalBytes }: CommitLimits): number => 8 * totalBytes + 256 * 1024 * 1024;

/** Loaded on demand: a local repository needs no network code. */
const remoteRefs = () => import('./remote/remote-refs.ts');

const fetchCommit = async (
  { location, commitHash: hash, limits, selection, treesFirst, checksSize = false }: CommitToFetch,
  { options, readers, signal }: { options: ReadOptions; readers: CommitReaders; signal: AbortSignal },
): Promise<FetchedCommit> => {
  const commitHash = hash.toLowerCase();
  if (!formatOfId(commitHash)) throw noSuchCommit();
  const choose: ChooseFiles = typeof selection === 'function' ? selection : () => selection;
  const isFew = treesFirst ?? typeof selection === 'object';
  const steps = { treesFirst: isFew, checksSize };
  const request = { commitHash, limits, choose, ...steps, workBytes: workBytes(limits), readers };
  return readAt<FetchedCommit>(
    location,
    { options, signal },
    {
      remote: async (session, url) =>
        (await import('./remote/fetch-objects.ts')).fetchObjects(session, url, { request, signal }),
      local: async (url) => {
        const repository = openLocalRepository(url);
        const commit = { commitHash, limits, workBytes: request.workBytes, format: repository.format };
        const reader = readers.openLocal(commit, repository);
        try {
          const chosen = typeof selection === 'function' ? selection(await reader.list(signal)) : selection;
          return await reader.files(chosen, signal);
        } catch (error) {
          reader.close();
          throw error;
        }
      },
    },
  );
};

/** The limit of inflated bytes for a range of commits, for which only a few functions have enough time. */
const rangeWorkBytes = 1024 * 1024 * 1024;

const fetchCommitRange = (
  { location, ...range }: RangeToFetch,
  { options, readers, signal }: { options: ReadOptions; readers: CommitReaders; signal: AbortSignal },
): Promise<FetchedRange> => {
  const question = { ...range, workBytes: rangeWorkBytes };
  return readAt<FetchedRange>(
    location,
    { options, signal },
    {
      remote: async (session, url) =>
        (await import('./remote/fetch-commit-range.ts')).fetchCommitRange(session, url, {
          ...question,
          readers,
        }),
      local: (url) => {
        const repository = openLocalRepository(url);
        const whole = { ...question, format: repository.format, isWhole: true };
        return readers.rangeLocally(whole, repository, signal);
      },
    },
  );
};

/** The limit of inflated bytes of a history. */
const historyWorkBytes = 2 * 1024 * 1024 * 1024;

const ancestorsOf = (
  { location, tip, commits }: Parameters<GitClient['ancestorsOf']>[0],
  { options, readers, signal }: { options: ReadOptions; readers: CommitReaders; signal: AbortSignal },
): Promise<string[]> => {
  const question = { tip, commits, workBytes: historyWorkBytes };
  return readAt<string[]>(
    location,
    { options, signal },
    {
      remote: async (session, url) =>
        (await import('./remote/prove-ancestry.ts')).proveAncestry(session, url, { ...question, readers }),
      local: (url) => {
        const repository = openLocalRepository(url);
        return readers.ancestorsLocally({ ...question, format: repository.format }, repository, signal);
      },
    },
  );
};

/**
 * Reads repositories over https (smart HTTP, any host) and, where allowed, on this disk. The git binary is not used,
 * nothing in a repository is executed, and every size is checked before data is unpacked.
 */
export const gitClient = (options: GitOptions): GitClient => {
  const { readers = inProcessReaders, ...given } = options;
  const complete: ReadOptions = { ...defaults, ...given };
  return {
    ...historyClient(complete, readers),
    defaultBranch: (location, signal) =>
      readAt(
        location,
        { options: complete, signal },
        {
          remote: async (session, url) => {
            const head = await (await remoteRefs()).remoteRef(session, url, 'HEAD');
            return defaultBranchOf(head?.target);
          },
          local: (url) => {
            const head = localHead(openLocalRepository(url));
            return defaultBranchOf(formatOfId(head) ? undefined : head);
          },
        },
      ),
    resolveBranch: async (location, branch, signal) => {
      const ref = branchRef(branch);
      return readAt(
        location,
        { options: complete, signal },
        {
          remote: async (session, url) => {
            const found = await (await remoteRefs()).remoteRef(session, url, ref);
            return requireCommit(found?.id);
          },
          local: (url) => requireCommit(localRef(openLocalRepository(url), ref)),
        },
      );
    },
    branches: (location, question, signal) =>
      readAt(
        location,
        { options: complete, signal },
        {
          remote: async (session, url) =>
            (await import('./remote/remote-branches.ts')).remoteBranches(session, url, question),
          local: (url) => localBranches(openLocalRepository(url), question),
        },
      ),
    fetchCommit: (commit, signal) => fetchCommit(commit, { options: complete, readers, signal }),
    fetchCommitRange: (range, signal) => fetchCommitRange(range, { options: complete, readers, signal }),
    ancestorsOf: (history, signal) => ancestorsOf(history, { options: complete, readers, signal }),
  };
};
