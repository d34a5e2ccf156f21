import type { SourceLocation } from '../git-sources.ts';

/** The commits after known ones up to some heads. */
export interface HistorySlice {
  heads: readonly string[];
  known: readonly string[];
}

/**
 * The history of all branches and tags of a repository, in slices, each of which comes after those on which it
 * builds.
 */
interface PlannedHistory {
  commits: number;
  slices: HistorySlice[];
  /** The newest commit of the default branch; absent when there is none. */
  head?: string;
  /** The parts that are in no slice, each as a reason for people to read. */
  unread: string[];
}

/** A version of a file, by the id of its content, and the commit that added it. */
export interface HistoricFile {
  id: string;
  path: string;
  commit: string;
}

/** The versions of files that a slice added. The list of gaps is complete when `files` is exhausted. */
interface SliceFiles {
  files: AsyncIterable<HistoricFile>;
  unread: readonly string[];
}

/** The contents of files. The lists are complete when `files` is exhausted. */
interface HistoricContents {
  files: AsyncIterable<{ id: string; content: Uint8Array }>;
  large: readonly string[];
  missing: readonly string[];
}

/** Histories of git repositories, in parts. Methods throw SourceFailure, and so may iterating their results. */
export interface Histories {
  planHistory(
    history: {
      location: SourceLocation;
      maxTips: number;
      /** Divides only these commits. */
      slice?: HistorySlice;
      limits: { commits: number; slices: number; commitsPerSlice: number };
    },
    signal: AbortSignal,
  ): Promise<PlannedHistory>;
  /** Lists what a slice added; for a tree, everything that its heads contain. */
  listSlice(
    slice: HistorySlice & {
      location: SourceLocation;
      isTree?: boolean;
      limits: { entries: number; pathLength: number };
      /** Lists a content again when its path is of another kind. */
      kinds?: { file(path: string): string; folder(path: string): string };
    },
    signal: AbortSignal,
  ): Promise<SliceFiles>;
  readBlobs(
    blobs: { location: SourceLocation; ids: readonly string[]; fileBytes: number },
    signal: AbortSignal,
  ): Promise<HistoricContents>;
}
