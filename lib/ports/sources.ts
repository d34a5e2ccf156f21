import type { SkippedFile } from '@scangate/engines/model/source-files';
import type { ErrorCode } from '@scangate/engines/model/failure';

/** Where a repository is and how to be let in. The credential is in clear and must never be logged. */
export interface SourceLocation {
  /** https URL, or what ALLOWED_SOURCES permits. */
  url: string;
  credential?: { username?: string; secret: string };
}

/** One regular file of a commit. Links, submodules and anything else are left out and counted. */
export interface SourceEntry {
  path: string;
  content: Uint8Array;
}

export interface SourceLimits {
  /** Of all files together, unpacked. */
  totalBytes: number;
  /** A larger file is left out and named. */
  fileBytes: number;
  files: number;
  pathLength: number;
}

export interface FetchedCommit {
  /** In path order, each read when it is asked for; to be gone through once, to the end or until the loop is left. */
  files: AsyncIterable<SourceEntry>;
  /** Complete once `files` is exhausted. */
  skipped: SkippedFile[];
}

/** An expected failure of a source; `errorCode` is one of the source's own codes. */
export class SourceFailure extends Error {
  readonly errorCode:
    | Extract<ErrorCode, 'pat_required' | 'repo_access' | 'rate_limit' | 'branch_or_commit_not_found'>
    | 'source_invalid'
    | 'source_too_large';
  readonly retryAfterSeconds: number | undefined;

  constructor(errorCode: SourceFailure['errorCode'], message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'SourceFailure';
    this.errorCode = errorCode;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The world's git repositories, read without the git binary. Throws SourceFailure for what is expected, Transient for what may pass. */
export interface Sources {
  /** That the URL answers as a git repository with this credential. */
  verify(location: SourceLocation, signal: AbortSignal): Promise<{ provider: string; defaultBranch: string }>;
  /** The newest commit of a branch. @param branch its name, or `HEAD` for the default one. */
  resolveBranch(location: SourceLocation, branch: string, signal: AbortSignal): Promise<string>;
  /** The files of exactly this commit. While they are gone through, the same failures may come. */
  fetchCommit(
    location: SourceLocation,
    commitHash: string,
    limits: SourceLimits,
    signal: AbortSignal,
  ): Promise<FetchedCommit>;
}
