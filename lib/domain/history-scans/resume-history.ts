import type { Change } from '../record-changes.ts';
import { addMs } from '../instant.ts';
import type { HistoryScan } from '../records.ts';
import { historyLimits } from './history-limits.ts';
import { attemptAt, updateHistoryScan } from './quote-history.ts';

type Attempted = Pick<HistoryScan, 'attempts' | 'attemptAt' | 'cancelledAt'>;

/**
 * Returns whether no further work is done on it: it was canceled, or its executions were lost too often, and it only
 * ends with its results so far.
 */
export const isEnding = ({ attempts, cancelledAt }: Attempted): boolean =>
  cancelledAt !== undefined || attempts > historyLimits.attempts;

/** The instant at which its execution counts as lost. */
const lostAt = (scan: Attempted): string => {
  const { workflowMs, graceMs, endingMs } = historyLimits;
  return addMs(new Date(scan.attemptAt), isEnding(scan) ? endingMs : workflowMs + graceMs);
};

/** Returns the name of its current phase. */
export const phaseOf = ({ status, cancelledAt }: HistoryScan): 'quote' | 'look' | 'cancel' => {
  if (cancelledAt !== undefined) return 'cancel';
  return status === 'quoting' ? 'quote' : 'look';
};

const unlessResumed = ({ attemptAt: value }: HistoryScan) => [
  { field: 'attemptAt', is: 'equal', value } as const,
];

/** An execution to start, with the history scan as it is from then on. */
interface Resumed {
  scan: HistoryScan;
  /** Written before the start, so that a run which is cut off there is repeated soon, but not at once. */
  begun: Change<'historyScan'>[];
  /** Written after the start: it is due again when the execution counts as lost. */
  started: Change<'historyScan'>[];
}

/**
 * Decides the next step of a history scan that is due: its execution is started, which changes nothing if it already
 * runs; or another one continues where a lost one stopped, and after several of them one that only ends it.
 * Undefined when all of them were lost: then it is given up.
 */
export const resumeHistory = (scan: HistoryScan, now: Date): Resumed | undefined => {
  const { attempts, historyScanId, cancelledAt } = scan;
  const isLost = lostAt(scan) <= now.toISOString();
  const most = historyLimits.endings + (cancelledAt === undefined ? historyLimits.attempts : 0);
  if (isLost && attempts >= most) return undefined;
  const set = isLost
    ? attemptAt(historyScanId, now, attempts + 1)
    : { dueAt: addMs(now, historyLimits.startMs) };
  const resumed = { ...scan, ...set };
  return {
    scan: resumed,
    begun: [updateHistoryScan(scan, { set, when: unlessResumed(scan) })],
    started: [updateHistoryScan(resumed, { set: { dueAt: lostAt(resumed) }, when: unlessResumed(resumed) })],
  };
};

/**
 * Postpones a history scan that is about to be given up, so that a run which is cut off there is not repeated at
 * once.
 */
export const putOff = (scan: HistoryScan, now: Date): Change<'historyScan'> =>
  updateHistoryScan(scan, { set: { dueAt: addMs(now, historyLimits.graceMs) }, when: unlessResumed(scan) });
