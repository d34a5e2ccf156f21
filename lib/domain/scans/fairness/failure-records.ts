import type { Instant } from '@scangate/domain/records';

/** Scans of a repository that failed in a row and were refunded; absent after one that completed. */
export interface RepositoryFailures {
  failures?: number;
  /** The time that they ran. */
  failureSeconds?: number;
  failuresSince?: Instant;
  /** No scan is created before. */
  pausedUntil?: Instant;
}
