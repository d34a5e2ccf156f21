import { expect, test } from 'vitest';
import { openOrders, upcomingRenewals } from '@scangate/domain/accounts/upcoming-events';
import type { Account, PaymentAccount } from '@scangate/domain/records';
import { newAccount } from '#test/models/account-timeline.ts';

const at = '2026-03-10T12:00:00.000Z';
const paymentAccount: PaymentAccount = {
  accountId: 'org',
  changeRequestId: 'request',
  version: 1,
  checkout: { orderId: 'a', order: { plan: 'Team', interval: 'month', licenses: 5 }, at },
  licensesOrder: { orderId: 'b', licenses: 8, at },
  addonOrder: { orderId: 'c', size: 'team', at },
};

test('an order at the payment provider is open for a day', () => {
  expect(openOrders(paymentAccount, '2026-03-11T11:59:59.999Z')).toEqual([
    { order: 'plan', to: 'Team', orderedAt: at },
    { order: 'licenses', to: 8, orderedAt: at },
    { order: 'sast_addon', to: 'team', orderedAt: at },
  ]);
  expect(openOrders(paymentAccount, '2026-03-11T12:00:00.000Z')).toEqual([]);
  expect(openOrders(undefined, at)).toEqual([]);
});

test('a renewal is overdue from the instant it is due until it is paid', () => {
  const paidUntilAt = '2026-04-10T12:00:00.000Z';
  const { state } = newAccount({ plan: 'Team', licenses: 5 }, at);
  const account = { ...state.account, renewedBy: 'invoice' as const, paidUntilAt };
  const overdue = (now: string) => upcomingRenewals({ ...state, account }, now);
  expect(overdue('2026-04-10T11:59:59.999Z')).toEqual([{ of: 'plan', at: paidUntilAt, overdue: false }]);
  expect(overdue(paidUntilAt)).toEqual([{ of: 'plan', at: paidUntilAt, overdue: true }]);
});

test('an add-on renews unless it or the whole subscription ends', () => {
  const { state } = newAccount({ plan: 'Team', licenses: 5, sastAddon: 'team' }, at);
  const paidUntilAt = '2026-04-02T12:00:00.000Z';
  const sastAddon = { size: 'team', paidUntilAt } as const;
  const renewed = (change: Partial<Account>) =>
    upcomingRenewals({ ...state, account: { ...state.account, sastAddon, ...change } }, at)
      .filter(({ of }) => of === 'sast_addon')
      .map((renewal) => renewal.at);
  expect(renewed({})).toEqual([paidUntilAt]);
  expect(renewed({ sastAddon: { ...sastAddon, cancelsAt: paidUntilAt } })).toEqual([]);
  expect(renewed({ endsAt: '2026-04-10T12:00:00.000Z' })).toEqual([]);
  expect(upcomingRenewals(newAccount({ plan: 'Team', licenses: 5 }, at).state, at)).toHaveLength(1);
});
