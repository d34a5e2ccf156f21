import { requireCapability } from '@scangate/domain/plans/plans';
import { requireIfMatch } from '@scangate/domain/etag';
import { invalidField } from '@scangate/domain/invalid-field';
import type { Account, Instant, RechargeSettings } from '@scangate/domain/records';
import type { PoolName } from '../credit-pool.ts';
import { requireSastAddon } from '@scangate/domain/plans/entitlements';
import { creditPacks } from '../credit-packs.ts';
import {
  noChange,
  withAccount,
  type BillingState,
  type BillingOutcome,
} from '@scangate/domain/accounts/billing-state';

export const maxPacksPerPeriod = 10;

/** An upper bound far above the included credits of any plan. */
export const maxRechargeThreshold = 100_000;

/** The initial settings of a pool. Threshold and pack are the smallest that make sense. */
const defaults: Record<PoolName, RechargeSettings> = {
  core: { enabled: false, threshold: 20, pack: 'core-100', monthlyCap: 3, version: 0 },
  sast: { enabled: false, threshold: 5, pack: 'sast-25', monthlyCap: 3, version: 0 },
};

/** The settings in force. They have version 0 until they are changed. */
export const rechargeSettings = (account: Pick<Account, 'autoRecharge'>, pool: PoolName): RechargeSettings =>
  account.autoRecharge[pool] ?? defaults[pool];

/** The settings of a pool as the API shows them. */
export const rechargeSettingsView = ({ enabled, threshold, pack, monthlyCap }: RechargeSettings) => ({
  enabled,
  threshold,
  pack,
  monthlyCap,
});

/** The ETag contains the pool, so that an ETag of one pool is never taken for that of the other. */
export const rechargeEtag = (pool: PoolName, { version }: Pick<RechargeSettings, 'version'>): string =>
  `"${pool}-${version}"`;

export type RechargeSettingsChange = {
  [K in keyof ReturnType<typeof rechargeSettingsView>]?:
    | ReturnType<typeof rechargeSettingsView>[K]
    | undefined;
};

const requirePackOf = (pool: PoolName, pack: RechargeSettings['pack']): void => {
  if (creditPacks[pack].pool === pool) return;
  throw invalidField('/pack', `The pack ${pack} does not belong to the ${pool} pool.`);
};

/** Enabling auto-recharge needs the plan, and for SAST the add-on. Disabling it needs nothing. */
const requireEligible = ({ account }: BillingState, pool: PoolName, now: Instant): void => {
  requireCapability(account.plan, 'pay_as_you_go');
  if (pool === 'sast') requireSastAddon(account, now);
};

/**
 * Changes the settings of one pool, if they still have the ETag in `ifMatch`.
 * @param ifMatch an ETag, or `*`.
 * @throws Problem 422 for a pack of the other pool, then 428 or 412, then 402.
 */
export const changeRechargeSettings = (
  state: BillingState,
  {
    pool,
    change,
    ifMatch,
    cause,
  }: { pool: PoolName; change: RechargeSettingsChange; ifMatch: string | undefined; cause: string },
  now: Instant,
): BillingOutcome => {
  const { autoRecharge } = state.account;
  const current = rechargeSettings(state.account, pool);
  const next: RechargeSettings = {
    ...current,
    enabled: change.enabled ?? current.enabled,
    threshold: change.threshold ?? current.threshold,
    pack: change.pack ?? current.pack,
    monthlyCap: change.monthlyCap ?? current.monthlyCap,
    version: current.version + 1,
  };
  requirePackOf(pool, next.pack);
  requireIfMatch(ifMatch, rechargeEtag(pool, current), 'settings of the pool');
  if (next.enabled) requireEligible(state, pool, now);
  const [before, after] = [rechargeSettingsView(current), rechargeSettingsView(next)];
  if (JSON.stringify(before) === JSON.stringify(after)) return noChange(state);
  return {
    state: withAccount(state, { autoRecharge: { ...autoRecharge, [pool]: next } }),
    entries: [],
    auditNotes: [
      {
        action: 'auto_recharge.changed',
        cause,
        before: { pool, ...before },
        after: { pool, ...after },
      },
    ],
  };
};
