import { actorOf, auditEvent } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { queueShard } from '../due-queue.ts';
import type { Caller } from '../identity/roles.ts';
import { addMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { HistoryScan, Repository } from '../records.ts';
import { triggerOfCaller } from '../scans/plan-scan.ts';
import { historyLimits, historyPrice } from './history-limits.ts';

/** The history scan, or the repository, changed since it was read. */
export class HistoryScanConflict extends Conflict {
  constructor() {
    super('the history scan changed since it was read');
  }
}

const isActive = ({ status }: HistoryScan): boolean => status === 'quoting' || status === 'running';

/** The fields of a history scan for which an execution is started now. */
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

/** A change of a history scan that has this status; it is refused once another run has changed it. */
export const updateHistoryScan = (
  { organizationId, repositoryId, historyScanId, status }: HistoryScan,
  changed: { set: Partial<HistoryScan>; unset?: ('dueQueue' | 'dueAt')[] },
): Change<'historyScan'> => ({
  change: 'update',
  record: 'historyScan',
  id: { organizationId, repositoryId, historyScanId },
  ...changed,
  when: [{ field: 'status', is: 'equal', value: status }],
  onConflict: () => new HistoryScanConflict(),
});

/** Remembers a history scan as the last one of its repository, so that of two at once one is refused. */
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

interface Quoting {
  caller: Caller;
  repository: Repository;
  /** The history scan that was asked for last in the repository. */
  latest: HistoryScan | undefined;
  historyScanId: string;
}

/**
 * Begins the quote of a history scan, which costs nothing.
 * @throws Problem conflict while another one is under way, limit_reached for a sixth quote on a day (UTC).
 */
export const beginQuote = (
  { caller, repository, latest, historyScanId }: Quoting,
  now: Date,
): { scan: HistoryScan; changes: Change<'historyScan' | 'repository' | 'auditEvent'>[] } => {
  if (latest && isActive(latest))
    throw new Problem('conflict', {
      detail: `The history scan ${latest.historyScanId} of this repository is under way.`,
    });
  const { organizationId, repositoryId } = repository;
  const requestedAt = now.toISOString();
  const isSameDay = latest?.requestedAt.slice(0, 10) === requestedAt.slice(0, 10);
  const requestsOfDay = (isSameDay ? latest.requestsOfDay : 0) + 1;
  if (requestsOfDay > historyLimits.quotesPerDay)
    throw new Problem('limit_reached', {
      detail: `The history of a repository is quoted at most ${historyLimits.quotesPerDay} times a day.`,
      limit: historyLimits.quotesPerDay,
    });
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

/** The content of a history, counted. */
export interface CountedHistory {
  /** The newest commit of the default branch; absent when there is none. */
  head?: string | undefined;
  commits: number;
  files: number;
  unread: readonly string[];
}

/** Ends a quote with the price of what was counted. */
export const endQuote = (
  scan: HistoryScan,
  { head, commits, files, unread }: CountedHistory,
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
      ...(unread.length > 0 && { unread: unread.slice(0, historyLimits.unread) }),
    },
    unset: ['dueQueue', 'dueAt'],
  });

/** Ends a quote that nobody can give. Nothing was paid. */
export const failQuote = (
  scan: HistoryScan,
  failure: Required<Pick<HistoryScan, 'errorCode' | 'error'>>,
  now: Date,
): Change<'historyScan'> => {
  const set: Partial<HistoryScan> = { status: 'failed', ...failure, finishedAt: now.toISOString() };
  return updateHistoryScan(scan, { set, unset: ['dueQueue', 'dueAt'] });
};

/** Refuses what a run decided once another one has ended the history scan. */
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

export const notStarted = { errorCode: 'system_error', error: 'The work could not be started.' } as const;

/** The instant at which the execution of a history scan counts as lost. */
const lostAt = ({ attemptAt: at }: HistoryScan): string =>
  addMs(new Date(at), historyLimits.workflowMs + historyLimits.graceMs);

/**
 * Decides what becomes of a history scan that is due: its execution is started, which changes nothing if it runs; another
 * one goes on where a lost one stopped; or it is to be ended.
 */
export const resumeHistory = (
  scan: HistoryScan,
  now: Date,
): { attempt: number; changes: Change<'historyScan'>[] } | 'end' => {
  const { attempts, historyScanId } = scan;
  const isLost = lostAt(scan) <= now.toISOString();
  if (!isLost)
    return { attempt: attempts, changes: [updateHistoryScan(scan, { set: { dueAt: lostAt(scan) } })] };
  if (attempts >= historyLimits.attempts) return 'end';
  const set = attemptAt(historyScanId, now, attempts + 1);
  return { attempt: attempts + 1, changes: [updateHistoryScan(scan, { set })] };
};
