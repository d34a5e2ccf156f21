import { expect } from 'vitest';
import type { BillingOutcome, BillingState } from '@scangate/domain/accounts/billing-state';
import { applyProviderSubscription } from '@scangate/domain/payments/apply-provider-subscription';
import type {
  ProviderInvoice,
  ProviderInvoiceLine,
  ProviderSubscription,
} from '@scangate/domain/payments/provider-objects';
import { newAccount } from '#test/models/account-timeline.ts';

export const march = '2026-03-10T12:00:00.000Z';
export const april = '2026-04-10T12:00:00.000Z';
export const may = '2026-05-10T12:00:00.000Z';
export const june = '2026-06-10T12:00:00.000Z';
export const inMarch = '2026-03-20T00:00:00.000Z';
export const inApril = '2026-04-11T00:00:00.000Z';

export const plan = (more: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  subscriptionId: 'sub',
  accountId: 'org',
  customerId: 'cus',
  price: 'team_month',
  quantity: 6,
  status: 'active',
  startAt: march,
  anchorAt: march,
  periodStartAt: march,
  periodEndAt: april,
  cancelsAtPeriodEnd: false,
  ...more,
});
export const addon = (more: Partial<ProviderSubscription> = {}): ProviderSubscription =>
  plan({ subscriptionId: 'addon', price: 'sast_team_month', ...more });

export const line = (
  startAt: string,
  endAt: string,
  more: Partial<ProviderInvoiceLine> = {},
): ProviderInvoiceLine => ({
  price: 'team_month',
  quantity: 6,
  proration: false,
  startAt,
  endAt,
  ...more,
});
export const invoice = (
  invoiceId: string,
  lines: ProviderInvoiceLine[],
  more: Partial<ProviderInvoice> = {},
): ProviderInvoice => ({
  invoiceId,
  accountId: 'org',
  customerId: 'cus',
  subscriptionId: 'sub',
  reason: 'cycle',
  status: 'paid',
  number: `N-${invoiceId}`,
  amountDue: 17_400,
  amountPaid: 17_000,
  currency: 'usd',
  createdAt: lines[0]?.startAt ?? march,
  lines,
  metadata: {},
  ...more,
});
export const first = invoice('first', [line(march, april)], { reason: 'create' });
export const renewed = invoice('renewed', [line(april, may)]);
export const ofAddon = (of: ProviderInvoice): ProviderInvoice => ({
  ...of,
  invoiceId: `addon-${of.invoiceId}`,
  lines: of.lines.map((one) => ({ ...one, price: 'sast_team_month' })),
});

export const free = (): BillingState => newAccount({ plan: 'Free' }, '2026-03-01T00:00:00.000Z').state;
export const applied = (
  state: BillingState,
  {
    subscription,
    invoices,
    isCurrent = true,
  }: { subscription: ProviderSubscription; invoices: ProviderInvoice[]; isCurrent?: boolean },
  now: string,
): BillingOutcome => applyProviderSubscription(state, { subscription, invoices, isCurrent }, now);
export const onTeam = (): BillingState =>
  applied(free(), { subscription: plan(), invoices: [first] }, inMarch).state;
export const withAddon = (): BillingState =>
  applied(onTeam(), { subscription: addon(), invoices: [ofAddon(first)] }, inMarch).state;
export const mails = ({ notifications = [] }: BillingOutcome) =>
  notifications.map(({ kind, cause }) => [kind, cause]);
export const expectNothing = (outcome: BillingOutcome, state: BillingState): void =>
  expect([outcome.state, outcome.entries, mails(outcome)]).toEqual([state, [], []]);
