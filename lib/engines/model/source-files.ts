/** The files of one unit, read on demand so that memory stays bounded. Untrusted content. */
export interface SourceFiles {
  /** Sorted by path; paths are POSIX and relative to the unit. */
  readonly entries: readonly { path: string; sizeBytes: number }[];
  /** @throws Error when `path` is not among the entries. */
  read(path: string): Uint8Array;
}

type SkipReason = 'link' | 'submodule' | 'too_large' | 'path_unsafe';

/** A file of the commit that was not taken along, and why. */
export interface SkippedFile {
  path: string;
  reason: SkipReason;
}
