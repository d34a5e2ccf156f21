import type { Instant } from '@scangate/domain/records';

/** Failed and canceled scans of a repository since the last one that was paid for; absent after that one. */
export interface RepositoryFailures {
  /** The number of failed scans that were refunded altogether. */
  failures?: number;
  /** The run time of failed scans, by the refunded share of their credits. */
  failureSeconds?: number;
  /** The run time of canceled and refunded scans, and of their tasks until these have noticed. */
  cancelledSeconds?: number;
  failuresSince?: Instant;
  /** No scan is created before this instant. */
  pausedUntil?: Instant;
}
