import { closeSync } from 'node:fs';
import { findAncestors, maxCommits, type AncestryQuestion } from './ancestry.ts';
import type { CommitLimits, CommitListing, FetchedCommit } from './commit.ts';
import type { FileSelection } from './file-selection.ts';
import { LocalObjectStore } from './local/local-object-store.ts';
import type { LocalRepository } from './local/local-repository.ts';
import { inProcessHistory, type HistoryReaders } from './history/history-readers.ts';
import type { ObjectFormat } from './object-format.ts';
import { FetchedPack } from './pack/fetched-pack.ts';
import { maxBaseObjectBytes, PackFile } from './pack/pack-file.ts';
import { PackSet } from './pack/pack-set.ts';
import { ReceivedContent } from './pack/received-content.ts';
import { WorkBudget } from './pack/work-budget.ts';
import { listCommit, missingFiles, walkCommit } from './walk-commit.ts';
import { walkRange, type FetchedRange, type RangeQuestion } from './read-commit-range.ts';

/** The commit to read, from what a host sent or from a repository on this disk. */
export interface CommitToRead {
  commitHash: string;
  format: ObjectFormat;
  limits: CommitLimits;
  /** The limit of all inflated and reconstructed bytes. */
  workBytes: number;
}

/** Reads a commit. */
export interface CommitReader {
  /** Lists its entries; the contents of files need not be present. @throws GitFailure */
  list(signal: AbortSignal): Promise<CommitListing>;
  /** Yields the selected files, all of them without a selection. The reader is closed when the walk ends. @throws GitFailure */
  files(selection: FileSelection | undefined, signal: AbortSignal): Promise<FetchedCommit>;
  close(): void;
}

/** Reads a commit from received packs. `close` also closes their files. */
export interface PackReader extends CommitReader {
  /** Reads what has arrived of the next pack. @throws GitFailure when that already exceeds a limit. */
  look(signal: AbortSignal): Promise<void>;
  /** Indexes the next pack, which is complete. @throws GitFailure */
  addPack(signal: AbortSignal): Promise<void>;
  /** Returns the ids of the selected files that are missing from all packs so far. @throws GitFailure */
  missing(selection: FileSelection | undefined, signal: AbortSignal): Promise<readonly string[]>;
}

/** Everything that parses bytes of a repository. A caller replaces it to parse them outside its own process. */
export interface CommitReaders extends HistoryReaders {
  /** Opens a reader of packs in these files, which are still empty. */
  openPacks(commit: CommitToRead, descriptors: readonly number[]): PackReader;
  /** Opens a reader of a repository on this disk. */
  openLocal(commit: CommitToRead, repository: LocalRepository): CommitReader;
  /** Looks for ancestors of a tip in the commits of a received pack, whose file it closes. */
  ancestorsInPack(question: AncestryQuestion, descriptor: number, signal: AbortSignal): Promise<string[]>;
  /** Looks for ancestors of a tip in a repository on this disk. */
  ancestorsLocally(
    question: AncestryQuestion,
    repository: LocalRepository,
    signal: AbortSignal,
  ): Promise<string[]>;
  /** Reads a range of commits from a received pack, whose file it closes when the walk ends. */
  rangeInPack(question: RangeQuestion, descriptor: number, signal: AbortSignal): Promise<FetchedRange>;
  /** Reads a range of commits of a repository on this disk. */
  rangeLocally(
    question: RangeQuestion,
    repository: LocalRepository,
    signal: AbortSignal,
  ): Promise<FetchedRange>;
}

/** Packing adds little to the size of the files, and normally reduces it. */
export const packBytesOf = ({ totalBytes }: CommitLimits): number => totalBytes + 16 * 1024 * 1024;
/** The objects of a commit are its files and their directories. */
export const packObjects = ({ files }: CommitLimits): number => 2 * files + 1024;

/** The objects that are received for a range of commits. */
export const rangeObjects = 500_000;

class InProcessPackReader implements PackReader {
  readonly #commit: CommitToRead;
  readonly #set: PackSet;
  /** All packs of the commit share it. */
  readonly #budget: WorkBudget;
  /** The pack that is not complete yet, or could not be indexed. */
  #next: FetchedPack | undefined;
  readonly #descriptors: number[];

  constructor(commit: CommitToRead, descriptors: readonly number[]) {
    this.#commit = commit;
    this.#set = new PackSet(commit.format);
    this.#budget = new WorkBudget(commit.workBytes);
    this.#descriptors = [...descriptors];
  }

  look(signal: AbortSignal): Promise<void> {
    return this.#openNext().advance(signal, { isWhole: false });
  }

  async addPack(signal: AbortSignal): Promise<void> {
    const pack = this.#openNext();
    await pack.advance(signal, { isWhole: true });
    this.#set.packs.push(pack);
    this.#next = undefined;
  }

  list(signal: AbortSignal): Promise<CommitListing> {
    const { commitHash, limits } = this.#commit;
    return listCommit(this.#set, commitHash, { limits, signal });
  }

  missing(selection: FileSelection | undefined, signal: AbortSignal): Promise<readonly string[]> {
    const { commitHash, limits } = this.#commit;
    return missingFiles(this.#set, commitHash, { limits, selection, signal });
  }

  async files(selection: FileSelection | undefined, signal: AbortSignal): Promise<FetchedCommit> {
    const { commitHash, limits } = this.#commit;
    this.#closeUnused();
    return walkCommit(this.#set, commitHash, { limits, selection, signal });
  }

  close(): void {
    this.#set.close();
    this.#next?.close();
    this.#next = undefined;
    this.#closeUnused();
  }

  #openNext(): FetchedPack {
    if (this.#next) return this.#next;
    const { format, limits } = this.#commit;
    const descriptor = this.#descriptors.shift();
    if (descriptor === undefined) throw new Error('there is no file for another pack');
    const maxBytes = Math.max(limits.fileBytes, maxBaseObjectBytes);
    const bounds = { maxBytes, maxObjects: packObjects(limits), content: new ReceivedContent(limits) };
    return (this.#next = new FetchedPack(new PackFile(descriptor, format, this.#budget), bounds));
  }

  #closeUnused(): void {
    for (const descriptor of this.#descriptors.splice(0)) closeSync(descriptor);
  }
}

const localReader = (
  { commitHash, limits, workBytes }: CommitToRead,
  repository: LocalRepository,
): CommitReader => {
  const open = () => new LocalObjectStore(repository, workBytes);
  return {
    list: async (signal) => {
      const store = open();
      try {
        return await listCommit(store, commitHash, { limits, signal });
      } finally {
        store.close();
      }
    },
    files: async (selection, signal) => walkCommit(open(), commitHash, { limits, selection, signal }),
    close: () => undefined,
  };
};

/** Reads in this process. */
export const inProcessReaders: CommitReaders = {
  ...inProcessHistory,
  openPacks: (commit, descriptors) => new InProcessPackReader(commit, descriptors),
  openLocal: localReader,
  ancestorsInPack: async (question, descriptor, signal) => {
    const file = new PackFile(descriptor, question.format, new WorkBudget(question.workBytes));
    try {
      const bounds = { maxBytes: maxBaseObjectBytes, maxObjects: maxCommits };
      return await findAncestors(await FetchedPack.index(file, bounds, signal), question, signal);
    } finally {
      file.close();
    }
  },
  ancestorsLocally: async (question, repository, signal) => {
    const store = new LocalObjectStore(repository, question.workBytes);
    try {
      return await findAncestors(store, question, signal);
    } finally {
      store.close();
    }
  },
  rangeInPack: async (question, descriptor, signal) => {
    const file = new PackFile(descriptor, question.format, new WorkBudget(question.workBytes));
    try {
      const maxBytes = Math.max(question.limits.fileBytes, maxBaseObjectBytes);
      const pack = await FetchedPack.index(file, { maxBytes, maxObjects: rangeObjects }, signal);
      return walkRange(pack, question, signal);
    } catch (error) {
      file.close();
      throw error;
    }
  },
  rangeLocally: async (question, repository, signal) =>
    walkRange(new LocalObjectStore(repository, question.workBytes), question, signal),
};
