import { decideCreditRefunds } from '@scangate/domain/credits/decide-credit-refunds';
import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs, dayMs, hourMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { Instant, Repository, Scan } from '@scangate/domain/records';

/** A repository is paused after this many consecutive refunded failures with this total run time. */
export const failureBudget = { failures: 10, seconds: 200 } as const;

/** Consecutive failures count for a day from the first of them. */
const countedMs = dayMs;
const pauseMs = hourMs;

/** Thrown when another scan of the repository failed since it was read. */
class FailuresConflict extends Conflict {
  constructor() {
    super('another scan of the repository failed since it was read');
  }
}

type Failures = Required<Pick<Repository, 'failures' | 'failureSeconds' | 'failuresSince'>> &
  Pick<Repository, 'pausedUntil'>;

const failuresOf = ({ failures, failureSeconds, failuresSince }: Repository, now: Instant): Failures => {
  const isCounted = failuresSince !== undefined && failuresSince > addMs(new Date(now), -countedMs);
  return isCounted
    ? { failures: failures ?? 0, failureSeconds: failureSeconds ?? 0, failuresSince }
    : { failures: 0, failureSeconds: 0, failuresSince: now };
};

const afterFailure = (repository: Repository, seconds: number, now: Instant): Failures => {
  const before = failuresOf(repository, now);
  const after = {
    ...before,
    failures: before.failures + 1,
    failureSeconds: before.failureSeconds + seconds,
  };
  const isSpent = after.failures >= failureBudget.failures && after.failureSeconds >= failureBudget.seconds;
  return { ...after, ...(isSpent && { pausedUntil: addMs(new Date(now), pauseMs) }) };
};

/** Returns the duration of a scan, including that of fetching its commit. A scan that never began took none. */
const secondsOf = ({ createdAt, startedAt, finishedAt, errorCode }: Scan): number => {
  const from = startedAt ?? (errorCode === 'system_error' ? finishedAt : createdAt);
  return from === undefined || finishedAt === undefined
    ? 0
    : Math.max(0, Math.round((Date.parse(finishedAt) - Date.parse(from)) / 1000));
};

/**
 * Counts a failed scan whose credits are refunded against the budget of its repository, and pauses the repository
 * when it is spent. A completed scan restores the budget (docs/adr/0039-fair-to-all.md).
 * @param scan after its end.
 */
export const spendFailureBudget = (
  scan: Scan,
  repository: Repository | undefined,
  now: Instant,
): Change<'repository'>[] => {
  if (!repository || repository.disconnectedAt !== undefined) return [];
  const { organizationId, repositoryId, failures } = repository;
  const update = { change: 'update', record: 'repository', id: { organizationId, repositoryId } } as const;
  if (scan.status === 'completed')
    return failures === undefined
      ? []
      : [{ ...update, unset: ['failures', 'failureSeconds', 'failuresSince', 'pausedUntil'] }];
  if (scan.status !== 'failed' || decideCreditRefunds(scan).length === 0) return [];
  return [
    {
      ...update,
      set: afterFailure(repository, secondsOf(scan), now),
      when: [
        failures === undefined
          ? { field: 'failures', is: 'absent' }
          : { field: 'failures', is: 'equal', value: failures },
      ],
      onConflict: () => new FailuresConflict(),
    },
  ];
};

/** @throws Problem repository_paused, with the instant at which the pause ends. */
export const requireNotPaused = (
  { pausedUntil, failures }: Pick<Repository, 'pausedUntil' | 'failures'>,
  now: Instant,
): void => {
  if (pausedUntil === undefined || pausedUntil <= now) return;
  throw new Problem('repository_paused', {
    detail:
      `The last ${failures} scans of this repository failed and were refunded. It is paused until ${pausedUntil}. ` +
      'A change of its settings by an owner or admin ends the pause; the next failure starts another.',
    pausedUntil,
  });
};
