import { expect, test } from 'vitest';
import { openOrders } from '@scangate/domain/accounts/upcoming-events';
import type { PaymentAccount } from '@scangate/domain/records';

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
