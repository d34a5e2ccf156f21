import type { SkippedFile } from './source-files.ts';

/** An entry of a commit as its directory names it: `id` stands for the content. */
export interface CommitEntry {
  path: string;
  id: string;
  mode: string;
}

/** The entries of a commit, before any file is read. */
export interface CommitEntries {
  files: readonly CommitEntry[];
  /** Links, submodules and entries with unsafe names. */
  refused: readonly (CommitEntry & Pick<SkippedFile, 'reason'>)[];
}
