import type { ProviderSubscription } from '@scangate/domain/payments/provider-objects';
import type { Account } from '@scangate/domain/records';
import { newAccount } from '#test/models/account-timeline.ts';

/** An account on Team with six licenses by invoice, and its subscription at the payment provider, which agree. */
const began = '2026-03-10T12:00:00.000Z';
export const now = '2026-03-20T12:00:00.000Z';
export const renewal = '2026-04-10T12:00:00.000Z';

export const freeAccount: Account = newAccount({ plan: 'Free' }, began).state.account;
export const teamAccount: Account = {
  ...freeAccount,
  plan: 'Team',
  licenses: 6,
  renewedBy: 'invoice',
  paidUntilAt: renewal,
};

export const teamSubscription = (more: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  subscriptionId: 'sub',
  customerId: 'cus',
  price: 'team_month',
  quantity: 6,
  status: 'active',
  startAt: began,
  anchorAt: began,
  periodStartAt: began,
  periodEndAt: renewal,
  cancelsAtPeriodEnd: false,
  ...more,
});

export const teamAddon = (more: Partial<ProviderSubscription> = {}): ProviderSubscription =>
  teamSubscription({ subscriptionId: 'addon', price: 'sast_team_month', ...more });
