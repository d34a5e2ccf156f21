import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { queueShard } from '@scangate/domain/due-queue';
import { updateFields } from '@scangate/domain/record-difference';
import type { Instant, Recharge } from '@scangate/domain/records';
import { rechargeSettings } from './auto-recharge-settings.ts';
import type { PoolName } from '../credit-pool.ts';

/** The recharge, or what it was decided from, changed since it was read. */
export class RechargeConflict extends Conflict {
  constructor() {
    super('the recharge changed since it was read');
  }
}

/** The record of a pool that was never recharged. */
export const newRecharge = (accountId: string, pool: PoolName, periodStartAt: Instant): Recharge => ({
  accountId,
  pool,
  periodStartAt,
  packs: 0,
  failures: 0,
  version: 0,
});

/** The recharge without its streak of failed attempts. */
export const withoutStreak = ({
  failureContext: _context,
  failingSince: _since,
  nextAttemptAt: _next,
  ownersNotified: _notified,
  ...rest
}: Recharge): Recharge => ({ ...rest, failures: 0 });

/**
 * Returns the recharge in its current period: a new period counts its packs from 0, and a new period or new settings
 * end a streak of failures.
 */
export const currentRecharge = (
  recharge: Recharge,
  settingsVersion: number,
  periodStartAt: Instant,
): Recharge => {
  const isSamePeriod = recharge.periodStartAt === periodStartAt;
  const counted = isSamePeriod ? recharge : { ...recharge, periodStartAt, packs: 0 };
  const { failureContext } = recharge;
  const continues =
    failureContext?.settingsVersion === settingsVersion && failureContext.periodStartAt === periodStartAt;
  return failureContext === undefined || continues ? counted : withoutStreak(counted);
};

/** Whether the pool may have no further pack until its credit period is over. */
export const isCapReached = ({ account, pools }: BillingState, recharge: Recharge, now: Instant): boolean => {
  const { monthlyCap, version } = rechargeSettings(account, recharge.pool);
  const { periodStartAt, periodEndAt } = pools[recharge.pool];
  return periodEndAt > now && currentRecharge(recharge, version, periodStartAt).packs >= monthlyCap;
};

/** Lists the recharge for the hourly sweep while auto-recharge is enabled. */
export const queueForSweep = (recharge: Recharge, enabled: boolean, now: Instant): Recharge => {
  const { dueQueue: _queue, dueAt: _dueAt, ...rest } = recharge;
  return enabled
    ? { ...rest, dueQueue: queueShard('recharge', recharge.accountId), dueAt: recharge.dueAt ?? now }
    : rest;
};

/** Writes a recharge. It conflicts when the record changed since it was read. */
export const rechargeChange = (before: Recharge, after: Recharge): Change<'recharge'> => {
  const { accountId, pool, version } = before;
  const onConflict = () => new RechargeConflict();
  const next: Recharge = { ...after, version: version + 1 };
  if (version === 0) return { change: 'insert', record: 'recharge', item: next, onConflict };
  const { accountId: _account, pool: _pool, ...set } = next;
  const { set: _changed, ...removed } = updateFields(before, next);
  return {
    change: 'update',
    record: 'recharge',
    id: { accountId, pool },
    set,
    ...removed,
    when: [{ field: 'version', is: 'equal', value: version }],
    onConflict,
  };
};

/** The state of auto-recharge of a pool in the current credit period. */
export const rechargeStatus = (
  { account, pools }: BillingState,
  pool: PoolName,
  stored: Recharge | undefined,
) => {
  const { enabled, monthlyCap, version } = rechargeSettings(account, pool);
  const current = stored && currentRecharge(stored, version, pools[pool].periodStartAt);
  const isFailing = current !== undefined && current.failures > 0;
  return {
    enabled,
    packs: current?.packs ?? 0,
    monthlyCap,
    failures: current?.failures ?? 0,
    failingSince: (isFailing ? current.failingSince : undefined) ?? null,
    nextAttemptAt: (isFailing ? current.nextAttemptAt : undefined) ?? null,
  };
};
