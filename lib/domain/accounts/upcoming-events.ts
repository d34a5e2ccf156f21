import { compareText } from '@scangate/engines/model/compare-text';
import type { Account, Instant, PaymentAccount } from '../records.ts';
import { isOrderPending } from '../payments/next-reconcile-step.ts';
import { renewsAt } from '../plans/subscription-period.ts';
import type { BillingState } from './billing-state.ts';

export const renewalKinds = ['plan', 'sast_addon'] as const;

export interface Renewal {
  of: (typeof renewalKinds)[number];
  at: Instant;
  /** The renewal was due and is not paid. */
  overdue: boolean;
}

/** The renewals of an account. A plan or add-on that ends has none. */
export const upcomingRenewals = (state: BillingState, now: Instant): Renewal[] => {
  const { plan, endsAt, sastAddon } = state.account;
  const renewal = (of: Renewal['of'], at: Instant): Renewal => ({ of, at, overdue: at <= now });
  return [
    ...(plan === 'Free' || endsAt !== undefined ? [] : [renewal('plan', renewsAt(state, now))]),
    ...(sastAddon && sastAddon.cancelsAt === undefined && endsAt === undefined
      ? [renewal('sast_addon', sastAddon.paidUntilAt ?? state.pools.sast.periodEndAt)]
      : []),
  ].toSorted((a, b) => compareText(a.at, b.at));
};

export const orderKinds = ['plan', 'licenses', 'sast_addon'] as const;

export interface OpenOrder {
  order: (typeof orderKinds)[number];
  to: string | number;
  orderedAt: Instant;
}

/** The orders at the payment provider that are not known to be paid. */
export const openOrders = (paymentAccount: PaymentAccount | undefined, now: Instant): OpenOrder[] => {
  const { checkout, licensesOrder, addonOrder } = paymentAccount ?? {};
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

export const upcomingMailReasons = ['plan_renewal', 'sast_addon_renewal', 'auto_recharge_retry'] as const;

export interface UpcomingMail {
  /** Sent if the renewal or the recharge is paid. */
  kind: 'receipt';
  reason: (typeof upcomingMailReasons)[number];
  at: Instant;
}

/** The mails that can be foreseen, each with its reason. Only renewals by invoice have receipts. */
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
  ].toSorted((a, b) => compareText(a.at, b.at));
};
