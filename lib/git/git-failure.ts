/** Why a repository or commit cannot be read. */
export const gitFailureReasons = [
  /** The host denies access without a credential. */
  'credential_required',
  /** The host refuses the given credential. */
  'access_denied',
  'rate_limited',
  /** The branch or commit does not exist. */
  'commit_not_found',
  /** The URL is not permitted or not a git repository, or the data is damaged. */
  'invalid_repository',
  'too_large',
  /** The host violates the protocol, or omits requested objects. */
  'host_failed',
  /** The host took too long, or sends too slowly. */
  'timed_out',
] as const;
export type GitFailureReason = (typeof gitFailureReasons)[number];

/** An expected failure. Its message quotes nothing of a repository, and of a host only what `quotedWords` returns. */
export class GitFailure extends Error {
  readonly reason: GitFailureReason;
  /** The time that a host asks the client to wait, with `rate_limited`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: GitFailureReason, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'GitFailure';
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A failure that may be temporary: the same operation can succeed later. */
export class GitTransient extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GitTransient';
  }
}
