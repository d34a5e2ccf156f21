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

/** The day (UTC) on which histories of an organization were quoted last, and how many on that day. */
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
  /** The person who asked for the quote, and then the one who accepted it. */
  personId: string;
  billingAccountId: string;
  sourceTrigger: SourceTrigger;
  requestedAt: Instant;
  /** The number of quotes of the repository on this day, this one included. */
  requestsOfDay: number;
  quotedAt?: Instant;
  /** The newest commit of the default branch when it was quoted. */
  head?: string;
  /** The commits of all branches and tags. */
  commits?: number;
  /** The versions of files, each content once. */
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
  /** The parts that are looked at so far, at least; exact once it has ended. */
  partsDone?: number;
  /** The executions that were started for what it does now, and when the last one was. */
  attempts: number;
  attemptAt: Instant;
  finishedAt?: Instant;
  /** The different secrets that were found, and those of them that the default branch does not have any more. */
  secrets?: number;
  gone?: number;
  /** The credits that were refunded for parts that could not be scanned. */
  refunded?: number;
  /** The things that were not looked at, with exact numbers. */
  gaps?: HistoryGap[];
  errorCode?: ErrorCode;
  error?: string;
  /** Its shard of the due queue while it is quoted or runs, and when the sweep looks at it. */
  dueQueue?: string;
  dueAt?: Instant;
}
