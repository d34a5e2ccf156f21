import { decideCreditRefunds } from '@scangate/domain/credits/decide-credit-refunds';
import { isCharged } from '@scangate/domain/credits/scan-price';
import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs, dayMs, hourMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { Instant, Repository, Scan } from '@scangate/domain/records';

/**
 * A repository is paused when this many refunded failures took this run time together, and when refunded cancellations
 * took theirs, since its last scan that was paid for.
 */
export const failureBudget = { failures: 10, seconds: 200, cancelledSeconds: 3600 } as const;

/**
 * Returns the seconds for which a canceled scan counts beside its run time, because its running task is not told and goes
 * on. One that is canceled within three seconds may not have begun to fetch.
 */
export const secondsAfterCancel = (seconds: number): number => (seconds < 3 ? 5 * seconds : 60);

/** Scans that are not paid for count for a day from the first of them. */
const countedMs = dayMs;
const pauseMs = hourMs;

/** A scan that never began ran for at most one task, which fetched its commit. */
const longestFetchSeconds = 15 * 60;

/** Thrown when another scan of the repository ended since it was read. */
class FailuresConflict extends Conflict {
  constructor() {
    super('another scan of the repository ended since it was read');
  }
}

const counts = ['failures', 'failureSeconds', 'cancelledSeconds'] as const;

/** They differ after every other change of the budget. */
const decidedBy = ['failures', 'cancelledSeconds', 'failuresSince'] as const;

type Failures = Required<Pick<Repository, (typeof counts)[number] | 'failuresSince'>>;

const failuresOf = (
  { failures = 0, failureSeconds = 0, cancelledSeconds = 0, failuresSince }: Repository,
  now: Instant,
): Failures =>
  failuresSince !== undefined && failuresSince > addMs(new Date(now), -countedMs)
    ? { failures, failureSeconds, cancelledSeconds, failuresSince }
    : { failures: 0, failureSeconds: 0, cancelledSeconds: 0, failuresSince: now };

const afterFailure = (before: Failures, seconds: number): [after: Failures, isSpent: boolean] => {
  const after = {
    ...before,
    failures: before.failures + 1,
    failureSeconds: before.failureSeconds + seconds,
  };
  return [after, after.failures >= failureBudget.failures && after.failureSeconds >= failureBudget.seconds];
};

const afterCancellation = (before: Failures, seconds: number): [after: Failures, isSpent: boolean] => {
  const cancelledSeconds = before.cancelledSeconds + seconds + secondsAfterCancel(seconds);
  return [{ ...before, cancelledSeconds }, cancelledSeconds >= failureBudget.cancelledSeconds];
};

/** Returns the duration of a scan, including that of fetching its commit. */
const secondsOf = ({ createdAt, startedAt, finishedAt, errorCode }: Scan): number => {
  const from = startedAt ?? (errorCode === 'system_error' ? finishedAt : createdAt);
  if (from === undefined || finishedAt === undefined) return 0;
  const seconds = Math.max(0, Math.round((Date.parse(finishedAt) - Date.parse(from)) / 1000));
  return startedAt === undefined ? Math.min(seconds, longestFetchSeconds) : seconds;
};

/** Whether a credit of the scan stays spent. */
const isPaidFor = (scan: Scan, refunds: number): boolean =>
  scan.status === 'completed' && refunds < scan.units.filter(({ charge }) => isCharged(charge)).length;

/**
 * Counts a failed or canceled scan whose credits are refunded against the budget of its repository, and pauses the
 * repository when it is spent. A completed scan that is not refunded altogether restores the budget
 * (docs/adr/0039-fair-to-all.md).
 * @param scan after its end.
 */
export const spendFailureBudget = (
  scan: Scan,
  repository: Repository | undefined,
  now: Instant,
): Change<'repository'>[] => {
  if (!repository || repository.disconnectedAt !== undefined) return [];
  const { organizationId, repositoryId } = repository;
  const update = { change: 'update', record: 'repository', id: { organizationId, repositoryId } } as const;
  const refunds = decideCreditRefunds(scan).length;
  if (isPaidFor(scan, refunds))
    return repository.failuresSince === undefined
      ? []
      : [{ ...update, unset: [...counts, 'failuresSince', 'pausedUntil'] }];
  const seconds = secondsOf(scan);
  const isCancelled = scan.status === 'cancelled';
  if (refunds === 0 || scan.status === 'completed' || (isCancelled && seconds === 0)) return [];
  const before = failuresOf(repository, now);
  const [after, isSpent] = (isCancelled ? afterCancellation : afterFailure)(before, seconds);
  return [
    {
      ...update,
      set: { ...after, ...(isSpent && { pausedUntil: addMs(new Date(now), pauseMs) }) },
      when: decidedBy.map((field) => {
        const value = repository[field];
        return value === undefined ? { field, is: 'absent' } : { field, is: 'equal', value };
      }),
      onConflict: () => new FailuresConflict(),
    },
  ];
};

/** @throws Problem repository_paused, with the instant at which the pause ends. */
export const requireNotPaused = ({ pausedUntil }: Pick<Repository, 'pausedUntil'>, now: Instant): void => {
  if (pausedUntil === undefined || pausedUntil <= now) return;
  throw new Problem('repository_paused', {
    detail:
      `The last scans of this repository failed or were canceled, and were refunded. It is paused until ${pausedUntil}. ` +
      'A change of its settings by an owner or admin ends the pause; the next such scan starts another.',
    pausedUntil,
  });
};
