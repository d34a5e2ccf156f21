import { expect, test } from 'vitest';
import { creditForecast } from '@scangate/domain/credits/forecast';
import { newAccount } from '#test/models/account-timeline.ts';

const began = '2026-03-10T12:00:00.000Z';
const tenDaysLater = '2026-03-20T12:00:00.000Z';

const forecastWith = (enabled: boolean) => {
  const { account, pools } = newAccount({ plan: 'Starter' }, began).state;
  const core = { enabled, threshold: 100, pack: 'core-100', monthlyCap: 3, version: 1 } as const;
  const state = {
    account: { ...account, autoRecharge: { core } },
    pools: { ...pools, core: { ...pools.core, available: 300, consumed: 100 } },
  };
  return creditForecast(state, { recharges: {}, licenseMonth: undefined }, tenDaysLater).pools.core;
};

test('credits last until the threshold while auto-recharge is on, and until they are used up while it is off', () => {
  expect(forecastWith(true)).toMatchObject({
    threshold: 100,
    creditsPerDay: 10,
    daysToThreshold: 20,
    packsLeft: 3,
  });
  expect(forecastWith(false)).toMatchObject({
    threshold: 0,
    creditsPerDay: 10,
    daysToThreshold: 30,
    packsLeft: null,
  });
});
