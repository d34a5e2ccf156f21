import type { Account, Instant, Recharge, PaymentAccount } from '../records.ts';
import type { PoolName } from '../credits/credit-pool.ts';
import { rechargeSettings } from '../credits/auto-recharge-settings.ts';
import { isOrderPending } from '../payments/next-reconcile-step.ts';
import { renewsAt } from '../credits/credit-periods.ts';
import { currentRecharge } from '../credits/auto-recharge-attempt.ts';
import type { BillingState } from './billing-state.ts';

/** What is to come of an account, as its owners are shown it. */

export const renewalKinds = ['plan', 'sast_addon'] as const;

export interface Renewal {
  of: (typeof renewalKinds)[number];
  at: Instant;
  /** Its time has come and nobody has paid. */
  overdue: boolean;
}

/** What renews, and when; nothing that ends. */
export const upcomingRenewals = (state: BillingState, now: Instant): Renewal[] => {
  const { plan, endsAt, sastAddon } = state.account;
  const renewal = (of: Renewal['of'], at: Instant): Renewal => ({ of, at, overdue: at <= now });
  return [
    ...(plan === 'Free' || endsAt !== undefined ? [] : [renewal('plan', renewsAt(state, now))]),
    ...(sastAddon && sastAddon.cancelsAt === undefined && endsAt === undefined
      ? [renewal('sast_addon', sastAddon.paidUntilAt ?? state.pools.sast.periodEndAt)]
      : []),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
};

export const orderKinds = ['plan', 'licenses', 'sast_addon'] as const;

export interface OpenOrder {
  order: (typeof orderKinds)[number];
  to: string | number;
  orderedAt: Instant;
}

/** What was asked for at the till and is not paid, or not known to be. */
export const openOrders = (till: PaymentAccount | undefined, now: Instant): OpenOrder[] => {
  const { checkout, licensesOrder, addonOrder } = till ?? {};
  return [
    ...(isOrderPending(checkout, now)
      ? [{ order: 'plan' as const, to: checkout.order.plan, orderedAt: checkout.at }]
      : []),
    ...(isOrderPending(licensesOrder, now)
      ? [{ order: 'licenses' as const, to: licensesOrder.licenses, orderedAt: licensesOrder.at }]
      : []),
    ...(isOrderPending(addonOrder, now)
      ? [{ order: 'sast_addon' as const, to: addonOrder.size, orderedAt: addonOrder.at }]
      : []),
  ];
};

/** How auto-recharge of a pool is getting on, in the credit period that is under way. */
export const rechargeStatus = (
  { account, pools }: BillingState,
  pool: PoolName,
  stored: Recharge | undefined,
) => {
  const { enabled, monthlyCap, version } = rechargeSettings(account, pool);
  const known = stored && currentRecharge(stored, version, pools[pool].periodStartAt);
  const isFailing = known !== undefined && known.failures > 0;
  return {
    enabled,
    packs: known?.packs ?? 0,
    monthlyCap,
    failures: known?.failures ?? 0,
    failingSince: (isFailing ? known.failingSince : undefined) ?? null,
    nextAttemptAt: (isFailing ? known.nextAttemptAt : undefined) ?? null,
  };
};

export const upcomingMailReasons = ['plan_renewal', 'sast_addon_renewal', 'auto_recharge_retry'] as const;

export interface UpcomingMail {
  /** If that is paid. */
  kind: 'receipt';
  reason: (typeof upcomingMailReasons)[number];
  at: Instant;
}

/** The mails that can be foreseen, and why they come; what nobody pays by invoice has no receipts. */
export const upcomingMails = (
  { renewedBy }: Pick<Account, 'renewedBy'>,
  renewals: readonly Renewal[],
  recharges: readonly { nextAttemptAt: Instant | null }[],
): UpcomingMail[] => {
  const paid = renewedBy === 'invoice' ? renewals : [];
  const retries = recharges.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
  return [
    ...paid.map(({ of, at }) => ({ kind: 'receipt' as const, reason: `${of}_renewal` as const, at })),
    ...retries.map((at) => ({ kind: 'receipt' as const, reason: 'auto_recharge_retry' as const, at })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
};
