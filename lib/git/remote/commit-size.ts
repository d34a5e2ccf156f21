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

/** A smaller pack of few files arrives as fast as its size can be found out. */
const unprovenBytes = 32 * 1024 * 1024;
/** So many files are too large together if they have 256 KB on average, which is asked while the first of them arrive. */
const unprovenFiles = 4_096;

/**
 * Proves a commit too large while its pack arrives, if its host can count objects: it is asked how many it would send
 * without files of at least so many bytes, for one size after another. The number of objects in the pack itself says how many
 * files are not read. The questions have connections of their own, so that they cannot delay the pack or make it fail.
 */
export class SizeProof {
  readonly #session: HttpSession;
  readonly #remote: RemoteRepository;
  readonly #commit: ListedCommit;
  readonly #files: ReturnType<typeof countedFiles>;
  readonly #steps: CountedStep[] = [];
  #asking: HttpSession | undefined;
  /** The number of files that are not read, as soon as the pack has said how many objects it has. */
  #unread: number | undefined;
  #isStarted = false;
  #isStopped = false;

  constructor(session: HttpSession, remote: RemoteRepository, commit: ListedCommit) {
    this.#session = session;
    this.#remote = remote;
    this.#commit = commit;
    this.#files = countedFiles(commit.listing);
  }

  /** Starts the questions about a commit of many files. */
  start(): void {
    if (this.#commit.listing.files.length >= unprovenFiles) this.#ask();
  }

  /**
   * Takes the number of bytes of the pack that were received, and the number of its objects.
   * @throws GitFailure `too_large`
   */
  onBytes(received: number, objects: () => number): void {
    if (received >= unprovenBytes) this.#ask();
    if (!this.#files || this.#steps.length === 0) return;
    this.#unread ??= this.#files.refused + this.#filesBeside(objects());
    const least = leastBytes(this.#steps, this.#unread);
    if (least > this.#commit.limits.totalBytes) throw tooLarge(least, this.#commit.limits);
  }

  /** Ends the questions. */
  stop(): void {
    this.#isStopped = true;
    this.#asking?.close();
  }

  #ask(): void {
    if (this.#isStarted || !this.#files) return;
    this.#isStarted = true;
    // Without a proof the commit is received up to the limit.
    void this.#countFiles(this.#files.all).catch(() => undefined);
  }

  async #countFiles(all: number): Promise<void> {
    const asking = await this.#session.beside();
    this.#asking = asking;
    const { commitHash, limits } = this.#commit;
    try {
      for (const bytes of sizeSteps(all, limits)) {
        if (this.#isStopped) return;
        const wanted = { commitHash, fileBytes: bytes - 1 };
        const files = this.#filesBeside(await countObjects(asking, this.#remote, wanted));
        this.#steps.push({ bytes, files });
        if (files <= (this.#unread ?? 0)) return;
      }
    } finally {
      asking.close();
    }
  }

  /** Returns how many files are not among so many objects of the commit. */
  #filesBeside(objects: number): number {
    return this.#commit.directories + (this.#files?.all ?? 0) - objects;
  }
}
