import { decideCreditRefunds } from '@scangate/domain/credits/decide-credit-refunds';
import { totalCharge } from '@scangate/domain/credits/scan-price';
import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs, dayMs, hourMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { Instant, Repository, Scan, ScanUnit } from '@scangate/domain/records';
import { deadlines } from '../scan-deadlines.ts';

/**
 * A repository is paused when this many refunded failures took this run time together, when failures alone took
 * `failureSeconds`, and when refunded cancellations took theirs, since its last scan that was paid for.
 */
export const failureBudget = {
  failures: 10,
  seconds: 200,
  failureSeconds: 3600,
  cancelledSeconds: 3600,
} as const;

/** A canceled scan counts for so long beside its run time: its task may take that until it has noticed. */
export const secondsAfterCancel = deadlines.cancelledTaskMs / 1000;

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
const decidedBy = [...counts, 'failuresSince'] as const;

type Failures = Required<Pick<Repository, (typeof counts)[number] | 'failuresSince'>>;

const failuresOf = (
  { failures = 0, failureSeconds = 0, cancelledSeconds = 0, failuresSince }: Repository,
  now: Instant,
): Failures =>
  failuresSince !== undefined && failuresSince > addMs(new Date(now), -countedMs)
    ? { failures, failureSeconds, cancelledSeconds, failuresSince }
    : { failures: 0, failureSeconds: 0, cancelledSeconds: 0, failuresSince: now };

/** The run time of a scan that is not paid for, and the share of its credits that is refunded. */
interface Unpaid {
  seconds: number;
  share: number;
}

/** A scan of which credits stay spent counts with the refunded share of its run time, and is no failure. */
const afterFailure = (before: Failures, { seconds, share }: Unpaid): [after: Failures, isSpent: boolean] => {
  const after = {
    ...before,
    failures: before.failures + (share === 1 ? 1 : 0),
    failureSeconds: before.failureSeconds + Math.ceil(seconds * share),
  };
  const { failures, failureSeconds } = after;
  const areTenSpent = failures >= failureBudget.failures && failureSeconds >= failureBudget.seconds;
  return [after, areTenSpent || failureSeconds >= failureBudget.failureSeconds];
};

const afterCancellation = (before: Failures, { seconds }: Unpaid): [after: Failures, isSpent: boolean] => {
  const cancelledSeconds = before.cancelledSeconds + seconds + secondsAfterCancel;
  return [{ ...before, cancelledSeconds }, cancelledSeconds >= failureBudget.cancelledSeconds];
};

/** Returns the duration of a scan in seconds that have begun, including that of fetching its commit. */
const secondsOf = ({ createdAt, startedAt, finishedAt, errorCode }: Scan): number => {
  const from = startedAt ?? (errorCode === 'system_error' ? finishedAt : createdAt);
  if (from === undefined || finishedAt === undefined) return 0;
  const seconds = Math.max(0, Math.ceil((Date.parse(finishedAt) - Date.parse(from)) / 1000));
  return startedAt === undefined ? Math.min(seconds, longestFetchSeconds) : seconds;
};

const creditsOf = (units: readonly Pick<ScanUnit, 'charge'>[]): number => {
  const { core, sast } = totalCharge(units);
  return core + sast;
};

/** Returns the share of the scan's credits that is refunded; undefined for a scan without a price. */
const refundedShare = (scan: Scan): number | undefined => {
  const charged = creditsOf(scan.units);
  return charged === 0 ? undefined : creditsOf(decideCreditRefunds(scan).map(({ unit }) => unit)) / charged;
};

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
  const share = refundedShare(scan);
  if (share === undefined) return [];
  if (scan.status === 'completed')
    return share === 1 || repository.failuresSince === undefined
      ? []
      : [{ ...update, unset: [...counts, 'failuresSince', 'pausedUntil'] }];
  if (share === 0) return [];
  const before = failuresOf(repository, now);
  const unpaid = { seconds: secondsOf(scan), share };
  const [after, isSpent] = (scan.status === 'cancelled' ? afterCancellation : afterFailure)(before, unpaid);
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
