import { expect, test } from 'vitest';
import { differsFromProvider } from '@scangate/domain/payments/provider-differences';
import type { Account } from '@scangate/domain/records';
import {
  freeAccount,
  now,
  renewal,
  teamAccount,
  teamAddon,
  teamSubscription,
} from '#test/support/payments/team-subscription.ts';

const free = freeAccount;
const team = teamAccount;
const withAddon: Account = { ...team, sastAddon: { size: 'team', paidUntilAt: renewal } };
const plan = teamSubscription();
const addon = teamAddon();

test.each([
  ['the same plan', team, { subscription: plan }, false],
  ['the same plan and add-on', withAddon, { subscription: plan, addon }, false],
  ['nothing on both sides', free, {}, false],
  ['a checkout that is not paid', free, { subscription: { ...plan, status: 'incomplete' } }, false],
  ['another plan', team, { subscription: { ...plan, price: 'starter_month', quantity: 1 } }, true],
  ['another interval', team, { subscription: { ...plan, price: 'team_year' } }, true],
  ['an unknown price', team, { subscription: { ...plan, price: undefined } }, true],
  ['another quantity', team, { subscription: { ...plan, quantity: 7 } }, true],
  ['another period', team, { subscription: { ...plan, periodEndAt: '2026-05-10T12:00:00.000Z' } }, true],
  ['no subscription for a paid plan', team, {}, true],
  ['a subscription that ended', team, { subscription: { ...plan, status: 'ended' } }, true],
  ['a paid subscription of a Free account', free, { subscription: plan }, true],
  ['an unpaid renewal without a hold', team, { subscription: { ...plan, status: 'past_due' } }, true],
  [
    'an unpaid renewal with its hold',
    { ...team, unpaidInvoices: [{ invoiceId: 'in_1', failedAt: now }] },
    { subscription: { ...plan, status: 'past_due' } },
    false,
  ],
  ['no subscription for an add-on', withAddon, { subscription: plan }, true],
  [
    'an add-on of another period',
    withAddon,
    { subscription: plan, addon: { ...addon, periodEndAt: now } },
    true,
  ],
] as const)('%s', (_name, account, provider, differs) => {
  expect(
    differsFromProvider(account as Account, provider as Parameters<typeof differsFromProvider>[1], now),
  ).toBe(differs);
});

test('a renewal that Stripe is still collecting is not a difference', () => {
  const renewed = { ...plan, periodStartAt: renewal, periodEndAt: '2026-05-10T12:00:00.000Z' };
  const at = (time: string) => differsFromProvider(team, { subscription: renewed }, time);
  expect([at('2026-04-10T13:30:00.000Z'), at('2026-04-10T16:00:00.000Z')]).toEqual([false, true]);
});
