import type { Instant } from '../records.ts';
import { renewsAt } from '../plans/subscription-period.ts';
import type { BillingState } from './billing-state.ts';

/** An account in brief, for the operator of the service. */
export const accountSummary = (state: BillingState, now: Instant) => {
  const { account, pools } = state;
  const { plan, interval, licenses, agreedCredits, sastAddon, pending, endsAt } = account;
  const poolOf = ({ available, included, purchased, periodStartAt, periodEndAt }: typeof pools.core) => ({
    available,
    included,
    purchased,
    periodStartAt,
    periodEndAt,
  });
  return {
    plan,
    period: interval,
    renewedBy: account.renewedBy,
    renewsAt: renewsAt(state, now),
    ...(licenses !== undefined && { licenses }),
    ...(agreedCredits && { credits: agreedCredits }),
    autoRenew: endsAt === undefined,
    ...(pending && { pending }),
    sastAddon: sastAddon ?? null,
    unpaidInvoices: account.unpaidInvoices,
    retentionDays: account.retentionDays,
    pools: { core: poolOf(pools.core), sast: poolOf(pools.sast) },
  };
};
