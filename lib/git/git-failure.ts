/** Why a repository or commit cannot be read. */
export const gitFailureReasons = [
  /** The host shows nothing without a credential. */
  'credential_required',
  /** The host refuses the given credential. */
  'access_denied',
  'rate_limited',
  /** The branch or commit does not exist. */
  'commit_not_found',
  /** The URL is not permitted, does not lead to a git repository, or the data is damaged. */
  'invalid_repository',
  'too_large',
  /** The host answers against the protocol, or leaves out what it was asked for. */
  'host_failed',
  /** The host took longer than it may, or sends too slowly. */
  'timed_out',
] as const;
export type GitFailureReason = (typeof gitFailureReasons)[number];

/** An expected failure. Its message quotes nothing of a repository, and of a host only what `quotedWords` returns. */
export class GitFailure extends Error {
  readonly reason: GitFailureReason;
  /** The time that a host asks to wait, with `rate_limited`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: GitFailureReason, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'GitFailure';
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A failure that may pass: the same operation can succeed later. */
export class GitTransient extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GitTransient';
  }
}
