import { compareText } from '@scangate/engines/model/compare-text';
import { addMs } from '../instant.ts';
import { plans, type Capability } from '../plans/plans.ts';
import type { Account, Instant, LicenseMonth, Pool, Recharge, PaymentAccount } from '../records.ts';
import { billingReaders, managers, type Role } from '../identity/roles.ts';
import type { PoolName } from '../credits/credit-pool.ts';
import { upcomingMails, openOrders, upcomingRenewals } from './upcoming-events.ts';
import { rechargeStatus } from '../credits/auto-recharge/recharge-record.ts';
import { lastPaymentFailedAt, paymentFailedSince } from '../payments/payment-hold.ts';
import { licenseLimit } from '../plans/entitlements.ts';
import { includedCredits } from '../credits/refill/included-credits.ts';
import { monthOf } from '../licenses/claim-license.ts';
import { nextPromotionExpiry, unspentPromotional } from '../promotions/promotional-credits.ts';
import { renewsAt, subscriptionPeriod } from '../plans/subscription-period.ts';
import type { BillingState } from './billing-state.ts';

/** The tabs of the console's billing page. `history` is ledger and invoices, and the only tab that a client sees. */
export const tabNames = ['plan', 'usage', 'history', 'auto_recharge', 'retention'] as const;
type Tab = (typeof tabNames)[number];

const tabTable: Record<Tab, { roles: readonly Role[]; capability?: Capability }> = {
  plan: { roles: billingReaders },
  usage: { roles: managers },
  history: { roles: billingReaders },
  auto_recharge: { roles: managers, capability: 'pay_as_you_go' },
  retention: { roles: managers },
};

const tabsOf = (plan: Account['plan'], role: Role): Tab[] =>
  tabNames.filter((name) => {
    const { roles, capability } = tabTable[name];
    return roles.includes(role) && (!capability || plans[plan].capabilities.includes(capability));
  });

export const pendingChangeKinds = ['plan', 'interval', 'licenses', 'plan_end', 'sast_addon_end'] as const;

export interface PendingChange {
  change: (typeof pendingChangeKinds)[number];
  /** The new value; absent for an end. */
  to?: string | number;
  effectiveAt: Instant;
}

/** Returns every change that is decided and not in force yet, the earliest first. */
const pendingOf = (account: Account): PendingChange[] => {
  const { pending, endsAt, sastAddon } = account;
  const chosen = (['plan', 'interval', 'licenses'] as const).flatMap((change): PendingChange[] => {
    const to = pending?.[change];
    return !pending || to === undefined || to === account[change]
      ? []
      : [{ change, to, effectiveAt: pending.effectiveAt }];
  });
  const ends: PendingChange[] = [
    ...(endsAt === undefined ? [] : [{ change: 'plan_end' as const, effectiveAt: endsAt }]),
    ...(sastAddon?.cancelsAt === undefined
      ? []
      : [{ change: 'sast_addon_end' as const, effectiveAt: sastAddon.cancelsAt }]),
  ];
  return [...chosen, ...ends].toSorted((a, b) => compareText(a.effectiveAt, b.effectiveAt));
};

/** Returns the subscription's period. While a renewal is unpaid, it is the last paid one. */
const periodView = (state: BillingState, now: Instant) => {
  const endsAt = renewsAt(state, now);
  const { startAt } = subscriptionPeriod(state, endsAt <= now ? addMs(endsAt, -1) : now);
  return { interval: state.account.interval, startsAt: startAt, endsAt };
};

/** Returns when a pool is refilled next; `null` when it is not refilled, or only after a payment. */
const refillsAt = ({ account, pools }: BillingState, name: PoolName, now: Instant): Instant | null => {
  const { periodEndAt } = pools[name];
  const cancelsAt = name === 'sast' ? account.sastAddon?.cancelsAt : undefined;
  const hasEnded = cancelsAt !== undefined && cancelsAt <= periodEndAt;
  return includedCredits(account, name) === 0 || hasEnded || periodEndAt <= now ? null : periodEndAt;
};

const poolView = (state: BillingState, name: PoolName, now: Instant) => {
  const pool: Pool = state.pools[name];
  const { available, included, purchased, consumed } = pool;
  return {
    available,
    included,
    purchased,
    consumed,
    promotional: unspentPromotional(pool),
    promotionExpiresAt: nextPromotionExpiry(pool) ?? null,
    refillsAt: refillsAt(state, name, now),
  };
};

const addonView = ({ account: { sastAddon }, pools }: BillingState) =>
  sastAddon
    ? {
        size: sastAddon.size,
        endsAt: sastAddon.paidUntilAt ?? pools.sast.periodEndAt,
        ...(sastAddon.cancelsAt !== undefined && { cancelsAt: sastAddon.cancelsAt }),
      }
    : null;

/** Returns why billable work is refused, and since when. */
const holdView = (account: Account) => {
  const since = paymentFailedSince(account);
  return since === undefined
    ? null
    : { reason: 'payment_failed' as const, since, invoices: account.unpaidInvoices.length };
};

/** The subscription and its pending changes, as in the response to a request that changes it. */
export const subscriptionView = (state: BillingState) => {
  const { plan, interval, licenses, endsAt } = state.account;
  return {
    plan,
    interval,
    licenses: licenses ?? null,
    autoRenew: endsAt === undefined,
    sastAddon: addonView(state),
    pending: pendingOf(state.account),
  };
};

/** The records that the status shows in addition to account and pools. */
export interface StatusContext {
  licenseMonth: Pick<LicenseMonth, 'used'> | undefined;
  paymentAccount: PaymentAccount | undefined;
  recharges: Partial<Record<PoolName, Recharge>>;
}

/**
 * The billing status for people with access to the settings.
 * @param state after its due renewals, so that a late refill is not visible.
 */
export const billingStatusView = (
  state: BillingState,
  { licenseMonth, paymentAccount, recharges }: StatusContext,
  { role, now }: { role: Role; now: Instant },
) => {
  const { account } = state;
  const { plan } = account;
  const renewals = upcomingRenewals(state, now);
  const autoRecharge = {
    core: rechargeStatus(state, 'core', recharges.core),
    sast: rechargeStatus(state, 'sast', recharges.sast),
  };
  return {
    plan,
    period: periodView(state, now),
    licenses: { limit: licenseLimit(account, now), used: licenseMonth?.used ?? 0, month: monthOf(now) },
    pools: { core: poolView(state, 'core', now), sast: poolView(state, 'sast', now) },
    sastAddon: addonView(state),
    pending: pendingOf(account),
    ordered: openOrders(paymentAccount, now),
    renewals,
    autoRenew: account.endsAt === undefined,
    hold: holdView(account),
    lastPaymentFailedAt: lastPaymentFailedAt(account) ?? null,
    autoRecharge,
    nextMails: upcomingMails(account, renewals, [autoRecharge.core, autoRecharge.sast]),
    retention: retentionView(account),
    capabilities: [...plans[plan].capabilities],
    tabs: tabsOf(plan, role),
  };
};

/** The retention of payloads as the API shows it, with the maximum of the plan. */
export const retentionView = ({ plan, retentionDays }: Pick<Account, 'plan' | 'retentionDays'>) => ({
  days: retentionDays,
  maxDays: plans[plan].retentionDays,
});

/** The part of its parent's account that a client organization sees (docs/adr/0012-parent-organizations.md). */
export const clientBillingStatusView = ({ account: { plan } }: BillingState) => ({
  plan,
  tabs: ['history' as const satisfies Tab],
});
