import { plans, type Capability } from '../plans/plans.ts';
import type { Account, Instant, LicenseMonth, Pool, Recharge, PaymentAccount } from '../records.ts';
import { billingReaders, managers, type Role } from '../identity/roles.ts';
import type { PoolName } from '../credits/credit-pool.ts';
import { upcomingMails, openOrders, rechargeStatus, upcomingRenewals } from './upcoming.ts';
import { includedCredits, lastPaymentFailedAt, licenseLimit } from '../plans/entitlements.ts';
import { monthOf } from '../licenses/claim-license.ts';
import { renewsAt, subscriptionPeriod } from '../credits/credit-periods.ts';
import type { BillingState } from './billing-state.ts';

/** The parts of the console's billing page. `history` is ledger and invoices, and all that a client sees (spec). */
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
  /** What it becomes; an end becomes nothing. */
  to?: string | number;
  effectiveAt: Instant;
}

/** Everything that is decided and not in force yet, the earliest first. */
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
  return [...chosen, ...ends].toSorted((a, b) => (a.effectiveAt < b.effectiveAt ? -1 : 1));
};

/** The last instant before another. */
const before = (instant: Instant): Instant => new Date(Date.parse(instant) - 1).toISOString();

/** The subscription's period. While a renewal is unpaid it is still the one that was paid last. */
const periodView = (state: BillingState, now: Instant) => {
  const endsAt = renewsAt(state, now);
  const { startAt } = subscriptionPeriod(state, endsAt <= now ? before(endsAt) : now);
  return { interval: state.account.interval, startsAt: startAt, endsAt };
};

/** When a pool is refilled next; `null` where nothing will be, or not before somebody pays. */
const refillsAt = ({ account, pools }: BillingState, name: PoolName, now: Instant): Instant | null => {
  const { periodEndAt } = pools[name];
  const cancelsAt = name === 'sast' ? account.sastAddon?.cancelsAt : undefined;
  const isOver = cancelsAt !== undefined && cancelsAt <= periodEndAt;
  return includedCredits(account, name) === 0 || isOver || periodEndAt <= now ? null : periodEndAt;
};

const poolView = (state: BillingState, name: PoolName, now: Instant) => {
  const { available, included, purchased, consumed }: Pool = state.pools[name];
  return { available, included, purchased, consumed, refillsAt: refillsAt(state, name, now) };
};

const addonView = ({ account: { sastAddon }, pools }: BillingState) =>
  sastAddon
    ? {
        size: sastAddon.size,
        endsAt: sastAddon.paidUntilAt ?? pools.sast.periodEndAt,
        ...(sastAddon.cancelsAt !== undefined && { cancelsAt: sastAddon.cancelsAt }),
      }
    : null;

/** Why billable work is refused, and since when: the first of the invoices that are not paid. */
const holdView = ({ unpaidInvoices }: Account) => {
  const [since] = unpaidInvoices.map(({ failedAt }) => failedAt).toSorted();
  return since === undefined
    ? null
    : { reason: 'payment_failed' as const, since, invoices: unpaidInvoices.length };
};

/** What a subscription is and becomes: the answer to whoever changed it. */
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

/** What else is known beside account and pools. */
export interface StatusContext {
  licenseMonth: Pick<LicenseMonth, 'used'> | undefined;
  paymentAccount: PaymentAccount | undefined;
  recharges: Partial<Record<PoolName, Recharge>>;
}

/**
 * What people with access to the settings see (api.md, "Billing").
 * @param state as of now: a refill that is late is not to be seen.
 */
export const billingStatusView = (
  state: BillingState,
  { licenseMonth: counted, paymentAccount: till, recharges }: StatusContext,
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
    licenses: { limit: licenseLimit(account, now), used: counted?.used ?? 0, month: monthOf(now) },
    pools: { core: poolView(state, 'core', now), sast: poolView(state, 'sast', now) },
    sastAddon: addonView(state),
    pending: pendingOf(account),
    ordered: openOrders(till, now),
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

export const retentionView = ({ plan, retentionDays }: Pick<Account, 'plan' | 'retentionDays'>) => ({
  days: retentionDays,
  maxDays: plans[plan].retentionDays,
});

/** What a client organization is told of its parent's account (billing.md, "Parents and limits"). */
export const clientBillingStatusView = ({ account: { plan } }: BillingState) => ({
  plan,
  tabs: ['history' as const satisfies Tab],
});
