import { actorOf, auditEvent } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { queueShard } from '../due-queue.ts';
import type { Caller } from '../identity/caller.ts';
import { dayOf, addMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { HistoryScan, Organization, Repository } from '../records.ts';
import { triggerOfCaller } from '../scans/plan-scan.ts';
import type { HistoryGap } from './history-gaps.ts';
import { historyLimits, historyPrice } from './history-limits.ts';

/** Thrown when the history scan, or the repository, changed since it was read. */
export class HistoryScanConflict extends Conflict {
  constructor() {
    super('the history scan changed since it was read');
  }
}

const isActive = ({ status }: HistoryScan): boolean => status === 'quoting' || status === 'running';

/** The fields of a history scan when an execution is started for it. */
export const attemptAt = (
  historyScanId: string,
  now: Date,
  attempts = 1,
): Pick<HistoryScan, 'attempts' | 'attemptAt' | 'dueQueue' | 'dueAt'> => ({
  attempts,
  attemptAt: now.toISOString(),
  dueQueue: queueShard('historyScan', historyScanId),
  dueAt: addMs(now, historyLimits.startMs),
});

interface HistoryUpdate {
  set: Partial<HistoryScan>;
  unset?: ('dueQueue' | 'dueAt')[];
  when?: ({ field: 'attemptAt'; is: 'equal'; value: string } | { field: 'cancelledAt'; is: 'absent' })[];
}

/** A change of a history scan that has this status; it is refused once another run has changed it. */
export const updateHistoryScan = (
  { organizationId, repositoryId, historyScanId, status }: HistoryScan,
  { when = [], ...changed }: HistoryUpdate,
): Change<'historyScan'> => ({
  change: 'update',
  record: 'historyScan',
  id: { organizationId, repositoryId, historyScanId },
  ...changed,
  when: [{ field: 'status', is: 'equal', value: status }, ...when],
  onConflict: () => new HistoryScanConflict(),
});

/** Records a history scan as the last one of its repository, so that one of two simultaneous ones is refused. */
const rememberLast = (
  { organizationId, repositoryId, historyScan }: Repository,
  historyScanId: string,
): Change<'repository'> => ({
  change: 'update',
  record: 'repository',
  id: { organizationId, repositoryId },
  set: { historyScan: historyScanId },
  when: [
    historyScan === undefined
      ? { field: 'historyScan', is: 'absent' }
      : { field: 'historyScan', is: 'equal', value: historyScan },
  ],
  onConflict: () => new HistoryScanConflict(),
});

/** The condition that a history scan is the last one that was requested for its repository. */
export const requireLast = ({
  organizationId,
  repositoryId,
  historyScanId,
}: HistoryScan): Change<'repository'> => ({
  change: 'require',
  record: 'repository',
  id: { organizationId, repositoryId },
  when: [{ field: 'historyScan', is: 'equal', value: historyScanId }],
  onConflict: () => new HistoryScanConflict(),
});

/** The condition that the last history scan was not accepted since it was read. */
const requireSameStatus = ({
  organizationId,
  repositoryId,
  historyScanId,
  status,
}: HistoryScan): Change<'historyScan'> => ({
  change: 'require',
  record: 'historyScan',
  id: { organizationId, repositoryId, historyScanId },
  when: [{ field: 'status', is: 'equal', value: status }],
  onConflict: () => new HistoryScanConflict(),
});

/** Thrown when another quote of the organization was counted meanwhile. */
class QuotesConflict extends Conflict {
  constructor() {
    super('another history of the organization was quoted meanwhile');
  }
}

const tooMany = (of: string, limit: number): Problem =>
  new Problem('limit_reached', {
    detail: `The history of ${of} can be quoted at most ${limit} times a day.`,
    limit,
  });

/**
 * Counts a quote of the day (UTC).
 * @throws Problem limit_reached when the organization has reached the limit.
 */
const countQuote = (
  { organizationId, historyQuoteDay, historyQuotes = 0 }: Organization,
  day: string,
): Change<'organization'> => {
  const most = historyLimits.quotesPerDayOfOrganization;
  const counted = { change: 'update', record: 'organization', id: { organizationId } } as const;
  const onConflict = () => new QuotesConflict();
  if (historyQuoteDay !== day) {
    const before =
      historyQuoteDay === undefined
        ? ({ field: 'historyQuoteDay', is: 'absent' } as const)
        : ({ field: 'historyQuoteDay', is: 'equal', value: historyQuoteDay } as const);
    return { ...counted, set: { historyQuoteDay: day, historyQuotes: 1 }, when: [before], onConflict };
  }
  if (historyQuotes >= most) throw tooMany('the repositories of an organization', most);
  return {
    ...counted,
    add: { historyQuotes: 1 },
    when: [
      { field: 'historyQuoteDay', is: 'equal', value: day },
      { field: 'historyQuotes', is: 'atMost', value: most - 1 },
    ],
    onConflict,
  };
};

interface Quoting {
  caller: Caller;
  organization: Organization;
  repository: Repository;
  /** The last history scan that was requested for the repository. */
  latest: HistoryScan | undefined;
  historyScanId: string;
}

type QuoteRecord = 'historyScan' | 'repository' | 'organization' | 'auditEvent';

/**
 * Begins the quote of a history scan, which costs nothing.
 * @throws Problem conflict while another one is under way, limit_reached for the sixth quote of a repository on a
 * day (UTC),
 * and when the organization has reached its own limit, since it could connect a repository again.
 */
export const beginQuote = (
  { caller, organization, repository, latest, historyScanId }: Quoting,
  now: Date,
): { scan: HistoryScan; changes: Change<QuoteRecord>[] } => {
  if (latest && isActive(latest))
    throw new Problem('conflict', {
      detail: `The history scan ${latest.historyScanId} of this repository is in progress.`,
    });
  const { organizationId, repositoryId } = repository;
  const requestedAt = now.toISOString();
  const day = dayOf(requestedAt);
  const requestsOfDay = (latest && dayOf(latest.requestedAt) === day ? latest.requestsOfDay : 0) + 1;
  if (requestsOfDay > historyLimits.quotesPerDay) throw tooMany('a repository', historyLimits.quotesPerDay);
  const scan: HistoryScan = {
    organizationId,
    repositoryId,
    historyScanId,
    status: 'quoting',
    personId: caller.personId,
    billingAccountId: caller.billingAccountId,
    sourceTrigger: triggerOfCaller(caller),
    requestedAt,
    requestsOfDay,
    ...attemptAt(historyScanId, now),
  };
  return {
    scan,
    changes: [
      { change: 'insert', record: 'historyScan', item: scan },
      rememberLast(repository, historyScanId),
      ...(latest ? [requireSameStatus(latest)] : []),
      countQuote(organization, day),
      auditEvent({
        organizationId,
        actor: actorOf(caller),
        at: requestedAt,
        action: 'history_scan.quoted',
        cause: historyScanId,
        target: historyScanId,
        after: { repositoryId },
      }),
    ],
  };
};

/** The size of a history. */
export interface CountedHistory {
  /** The newest commit of the default branch; absent when there is none. */
  head?: string | undefined;
  commits: number;
  files: number;
  gaps: readonly HistoryGap[];
}

/** Ends a quote with the price of the counted history. */
export const endQuote = (
  scan: HistoryScan,
  { head, commits, files, gaps }: CountedHistory,
  now: Date,
): Change<'historyScan'> =>
  updateHistoryScan(scan, {
    set: {
      status: 'quoted',
      quotedAt: now.toISOString(),
      ...(head !== undefined && { head }),
      commits,
      files,
      credits: historyPrice(files),
      ...(gaps.length > 0 && { gaps: [...gaps] }),
    },
    unset: ['dueQueue', 'dueAt'],
  });

/** Ends a quote that failed. Nothing was charged. */
export const failQuote = (
  scan: HistoryScan,
  failure: Required<Pick<HistoryScan, 'errorCode' | 'error'>>,
  now: Date,
): Change<'historyScan'> => {
  const set: Partial<HistoryScan> = { status: 'failed', ...failure, finishedAt: now.toISOString() };
  return updateHistoryScan(scan, { set, unset: ['dueQueue', 'dueAt'] });
};

/** Refuses the decision of a run once another run has ended the history scan. */
export const requireRunning = ({
  organizationId,
  repositoryId,
  historyScanId,
}: HistoryScan): Change<'historyScan'> => ({
  change: 'require',
  record: 'historyScan',
  id: { organizationId, repositoryId, historyScanId },
  when: [{ field: 'status', is: 'equal', value: 'running' }],
  onConflict: () => new HistoryScanConflict(),
});
