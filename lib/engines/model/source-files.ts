/** The untrusted files of one unit. They are read on demand, so that memory stays bounded. */
export interface SourceFiles {
  /** Sorted by path; paths are POSIX and relative to the unit. */
  readonly entries: readonly { path: string; sizeBytes: number }[];
  /** Reads a file. @throws Error when `path` is not among the entries. */
  read(path: string): Uint8Array;
}

/** A file of the commit that was not fetched, with the reason. */
export interface UnfetchedFile {
  path: string;
  reason: 'link' | 'submodule' | 'too_large' | 'path_unsafe';
  /** Of a link, the text that names where it leads; it is searched for secrets. */
  target?: string;
}

/**
 * A file that the scan of a unit does not have, with the reason. One outside of the unit has a path that begins with `../`; code of
 * other units is stated by patterns: `../*.py`.
 */
export interface SkippedFile {
  path: string;
  reason: UnfetchedFile['reason'] | 'outside_unit' | 'other_unit';
  target?: string;
  /** The text of a file of another unit that is read for this one, too. */
  text?: string;
}

/** An entry of a commit as its tree names it: `id` identifies the content. */
export interface CommitEntry {
  path: string;
  id: string;
  mode: string;
}

/** The entries of a commit, before any file is read. */
export interface CommitEntries {
  files: readonly CommitEntry[];
  /** Links, submodules and entries with unsafe names. */
  refused: readonly (CommitEntry & Pick<UnfetchedFile, 'reason'>)[];
}

/** The limits of one scan; the disk and memory of the workflow task are sized for them. */
export const sourceLimits = {
  /** The limit of all files together, unpacked. */
  totalBytes: 1024 * 1024 * 1024,
  /** Larger files are skipped. */
  fileBytes: 64 * 1024 * 1024,
  files: 200_000,
  pathLength: 1_024,
} as const;
