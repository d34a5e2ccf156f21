import { expect, test } from 'vitest';
import {
  claimRecharge,
  recordRechargeDeclined,
} from '@scangate/domain/credits/auto-recharge/recharge-attempt';
import { newRecharge } from '@scangate/domain/credits/auto-recharge/recharge-record';
import { newAccount } from '#test/models/account-timeline.ts';

const began = '2026-03-10T12:00:00.000Z';
const noon = '2026-03-20T12:00:00.000Z';

/** The outcome of a declined attempt after this many failures of its streak. */
const declinedAfter = (failures: number) => {
  const { account, pools } = newAccount({ plan: 'Starter' }, began).state;
  const core = { enabled: true, threshold: 20, pack: 'core-100', monthlyCap: 10, version: 1 } as const;
  const state = {
    account: { ...account, autoRecharge: { core } },
    pools: { ...pools, core: { ...pools.core, available: 10 } },
  };
  const recharge = newRecharge('org', 'core', began);
  const claim = claimRecharge(state, { recharge, payer: {}, paymentMethodId: 'card' }, noon);
  if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
  const { after, attempt } = claim;
  return recordRechargeDeclined(state, { recharge: { ...after, failures }, attempt, code: 'declined' }, noon);
};

test('a declined attempt states when the next one is made', () => {
  expect(declinedAfter(0).nextAt).toBe('2026-03-20T12:15:00.000Z');
});

test('the last declined attempt of a streak states no next one', () => {
  expect(declinedAfter(3)).not.toHaveProperty('nextAt');
});
