import { expect, test } from 'vitest';
import { orderedOf } from '../../../lib/domain/billing/coming.ts';
import type { TillAccount } from '../../../lib/domain/records.ts';

const at = '2026-03-10T12:00:00.000Z';
const till: TillAccount = {
  accountId: 'org',
  intentId: 'intent',
  version: 1,
  checkout: { orderId: 'a', order: { plan: 'Team', interval: 'month', licenses: 5 }, at },
  licensesOrder: { orderId: 'b', licenses: 8, at },
  addonOrder: { orderId: 'c', size: 'team', at },
};

test('what was asked for at the till is ordered for a day', () => {
  expect(orderedOf(till, '2026-03-11T11:59:59.999Z')).toEqual([
    { order: 'plan', to: 'Team', orderedAt: at },
    { order: 'licenses', to: 8, orderedAt: at },
    { order: 'sast_addon', to: 'team', orderedAt: at },
  ]);
  expect(orderedOf(till, '2026-03-11T12:00:00.000Z')).toEqual([]);
  expect(orderedOf(undefined, at)).toEqual([]);
});
