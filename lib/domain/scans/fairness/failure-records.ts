import type { Instant } from '@scangate/domain/records';

/** Consecutive failed and refunded scans of a repository; absent after a completed one. */
export interface RepositoryFailures {
  failures?: number;
  /** Their total run time. */
  failureSeconds?: number;
  failuresSince?: Instant;
  /** No scan is created before this instant. */
  pausedUntil?: Instant;
}
