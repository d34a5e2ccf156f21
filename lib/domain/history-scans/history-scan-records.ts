import type { ErrorCode } from '@scangate/engines/model/failure';
import type { Charge, Instant, SourceTrigger } from '../records.ts';
import type { PoolName } from '../credits/credit-pool.ts';
import type { HistoryGap } from './history-gaps.ts';

export const historyScanStatuses = [
  'quoting',
  'quoted',
  'running',
  'completed',
  'failed',
  'cancelled',
] as const;

/** The day (UTC) on which an organization last requested quotes for history scans, and their number on that day. */
export interface HistoryQuotes {
  historyQuoteDay?: string;
  historyQuotes?: number;
}

/** A one-time search of a repository's history for secrets. It has no verdict, and no endpoint waits for it. */
export interface HistoryScan {
  organizationId: string;
  repositoryId: string;
  historyScanId: string;
  status: (typeof historyScanStatuses)[number];
  /** The person who requested the quote, and later the one who accepted it. */
  personId: string;
  billingAccountId: string;
  sourceTrigger: SourceTrigger;
  requestedAt: Instant;
  /** The number of quotes of the repository on this day, this one included. */
  requestsOfDay: number;
  quotedAt?: Instant;
  /** The newest commit of the default branch when it was quoted. */
  head?: string;
  /** The number of commits on all branches and tags. */
  commits?: number;
  /** The number of distinct file contents. */
  files?: number;
  /** The price: one core credit for each 10,000 files. It is also the number of parts. */
  credits?: number;
  startedAt?: Instant;
  /** As of a scan: the period and the promotional grants of the pool at the debit. */
  chargedPeriods?: Partial<Record<PoolName, Instant>>;
  promotionsVersions?: Charge;
  clientMonth?: string;
  /** When it was canceled while it ran: no further part is scanned, and it ends soon. */
  cancelledAt?: Instant;
  /** The number of parts scanned so far, at least; exact once it has ended. */
  partsDone?: number;
  /** The number of executions started for its current phase, and the time of the last start. */
  attempts: number;
  attemptAt: Instant;
  finishedAt?: Instant;
  /** The number of distinct secrets found, and of those that are gone from the default branch. */
  secrets?: number;
  gone?: number;
  /** The credits that were refunded for parts that could not be scanned. */
  refunded?: number;
  /** The things that were not scanned, with exact numbers. */
  gaps?: HistoryGap[];
  errorCode?: ErrorCode;
  error?: string;
  /** Its shard of the due queue while it is quoted or runs, and when the sweep looks at it. */
  dueQueue?: string;
  dueAt?: Instant;
}
