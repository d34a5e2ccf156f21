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

/** An entry of a commit that is not read, with the reason. */
export interface SkippedEntry {
  path: string;
  reason: 'link' | 'submodule' | 'too_large' | 'path_unsafe';
  /** Of a link, the text that names where it leads. */
  target?: string;
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
  /** The files that a selection of differing ones omits because they are equal, complete when `files` is exhausted. */
  same?: string[];
}

/** An entry of a commit as its directory lists it, before its content is fetched. */
export interface ListedEntry {
  path: string;
  /** The id of its content. */
  id: string;
  mode: string;
}

export interface CommitListing {
  /** The regular files in path order; some may turn out to be too large. */
  files: ListedEntry[];
  /** The entries that are not read. */
  refused: (ListedEntry & Pick<SkippedEntry, 'reason'>)[];
}
