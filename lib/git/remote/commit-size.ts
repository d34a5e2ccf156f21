import type { CommitLimits, CommitListing } from '../commit.ts';
import { selectorOf, type FileSelection } from '../file-selection.ts';
import { GitFailure } from '../git-failure.ts';
import { countObjects } from './fetch-pack.ts';
import type { HttpSession } from './http-session.ts';
import { listedSizes } from './listed-sizes.ts';
import { countedFiles, leastBytes, sizeSteps, type CountedStep } from './size-steps.ts';
import type { RemoteRepository } from './upload-pack.ts';

/** A commit whose directories were received, and whose files were not. */
export interface ListedCommit {
  commitHash: string;
  limits: CommitLimits;
  listing: CommitListing;
  /** The number of received objects: the commit and its directories. */
  directories: number;
}

const tooLarge = (bytes: number, { totalBytes }: CommitLimits): GitFailure =>
  new GitFailure(
    'too_large',
    `The commit's files have at least ${bytes} bytes together; the limit is ${totalBytes}.`,
  );

/**
 * Refuses a commit by the sizes of its files if the host tells them. @returns whether it did.
 * @throws GitFailure `too_large`
 */
export const requireToldSize = async (
  session: HttpSession,
  remote: RemoteRepository,
  {
    limits,
    listing,
    selection,
  }: Omit<ListedCommit, 'directories'> & { selection: FileSelection | undefined },
): Promise<boolean> => {
  const files = listing.files.filter(selectorOf(selection));
  const sizes = await listedSizes(session, remote, [...new Set(files.map(({ id }) => id))]);
  if (!sizes) return false;
  const kept = files.map(({ id }) => sizes.get(id) ?? 0).filter((bytes) => bytes <= limits.fileBytes);
  const total = kept.reduce((sum, bytes) => sum + bytes, 0);
  if (total > limits.totalBytes) throw tooLarge(total, limits);
  return true;
};

/**
 * Asks a host how many objects it would send without files of at least so many bytes, for one size after another,
 * until the counts prove that the commit is too large.
 */
const proveTooLarge = async (
  session: HttpSession,
  remote: RemoteRepository,
  { commitHash, limits, listing, directories, isNeeded }: ListedCommit & { isNeeded: () => boolean },
): Promise<GitFailure | undefined> => {
  const counted = countedFiles(listing);
  if (!counted) return undefined;
  const filesOf = async (bytes: number): Promise<number> =>
    directories + counted.all - (await countObjects(session, remote, { commitHash, fileBytes: bytes - 1 }));
  const unread = counted.refused + (await filesOf(limits.fileBytes + 1));
  const steps: CountedStep[] = [];
  for (const bytes of sizeSteps(counted.all, limits)) {
    if (!isNeeded()) return undefined;
    const files = await filesOf(bytes);
    steps.push({ bytes, files });
    const least = leastBytes(steps, unread);
    if (least > limits.totalBytes) return tooLarge(least, limits);
    if (files <= unread) return undefined;
  }
  return undefined;
};

/** A smaller pack arrives as fast as its size can be found out. */
const unprovenBytes = 32 * 1024 * 1024;

/**
 * Returns what is called with the number of bytes that were received of a commit: a large one is proven too large
 * while it arrives, if its host can count objects. `stop` ends that.
 */
export const sizeProof = (
  session: HttpSession,
  remote: RemoteRepository,
  commit: ListedCommit,
): { onBytes: (received: number) => void; stop: () => void } => {
  let [isStarted, isStopped] = [false, false];
  let proof: GitFailure | undefined;
  const start = async (): Promise<void> => {
    try {
      proof = await proveTooLarge(session, remote, { ...commit, isNeeded: () => !isStopped });
    } catch {
      // Without a proof the commit is received up to the limit.
    }
  };
  return {
    onBytes: (received) => {
      if (proof) throw proof;
      if (isStarted || received < unprovenBytes) return;
      isStarted = true;
      void start();
    },
    stop: () => {
      isStopped = true;
    },
  };
};
