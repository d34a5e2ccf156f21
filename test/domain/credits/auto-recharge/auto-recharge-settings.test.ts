import { expect, test } from 'vitest';
import { changeRechargeSettings } from '@scangate/domain/credits/auto-recharge/auto-recharge-settings';
import { newAccount } from '#test/models/account-timeline.ts';

const now = '2026-03-10T12:00:00.000Z';

const changed = (plan: 'Free' | 'Starter', enabled: boolean) =>
  changeRechargeSettings(
    newAccount({ plan }, now).state,
    { pool: 'core', change: { enabled, threshold: 50 }, ifMatch: '*', cause: 'c' },
    now,
  ).state.account.autoRecharge.core;

test('only enabling auto-recharge needs a plan that includes it', () => {
  expect(changed('Starter', true)).toMatchObject({ enabled: true, threshold: 50 });
  expect(changed('Free', false)).toMatchObject({ enabled: false, threshold: 50 });
  expect(() => changed('Free', true)).toThrow(expect.objectContaining({ code: 'entitlement_denied' }));
});
