import type { Instant } from '@scangate/domain/records';

/** Failed and canceled scans of a repository since the last one that was paid for; absent after that one. */
export interface RepositoryFailures {
  /** The number of failed and refunded scans. */
  failures?: number;
  /** Their total run time. */
  failureSeconds?: number;
  /** The total run time of canceled and refunded scans. */
  cancelledSeconds?: number;
  failuresSince?: Instant;
  /** No scan is created before this instant. */
  pausedUntil?: Instant;
}
