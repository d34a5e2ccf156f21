/** A repository and the credential to read it. The credential is in plain text and must never be logged. */
export interface RepositoryLocation {
  /** An https, http or file URL, or an absolute path. */
  url: string;
  credential?: { username?: string; secret: string };
}

/** One regular file of a commit. */
export interface CommitFile {
  path: string;
  content: Uint8Array;
}

/** An entry of a commit that is not read, and why. */
export interface SkippedEntry {
  path: string;
  reason: 'link' | 'submodule' | 'too_large' | 'path_unsafe';
}

export interface CommitLimits {
  /** The limit of all files together, unpacked. */
  totalBytes: number;
  /** Larger files are skipped. */
  fileBytes: number;
  files: number;
  pathLength: number;
}

export interface FetchedCommit {
  /** The files in path order, each read on demand. The caller iterates once, to the end or until it leaves the loop. */
  files: AsyncIterable<CommitFile>;
  /** The skipped entries, complete when `files` is exhausted. */
  skipped: SkippedEntry[];
}
