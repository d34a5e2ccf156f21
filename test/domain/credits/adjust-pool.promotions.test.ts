import { expect, test } from 'vitest';
import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { newAccount } from '#test/models/account-timeline.ts';

const now = '2026-03-10T12:00:00.000Z';
const promotion = { grantId: 'g', amount: 50, expiresAt: '2026-04-01T00:00:00.000Z' };

/** The core pool after an adjustment; it has 100 included credits and a promotional grant of 50. */
const adjusted = (amount: number, promotionsVersion?: number) => {
  const { account, pools } = newAccount({ plan: 'Team', licenses: 5 }, now).state;
  const core = {
    ...pools.core,
    available: 150,
    included: 100,
    promotions: [promotion],
    ...(promotionsVersion !== undefined && { promotionsVersion }),
  };
  const order = { adjustmentId: 'a1', pool: 'core' as const, amount, motif: 'goodwill' };
  return adjustPool({ account, pools: { ...pools, core } }, order, now).state.pools.core;
};

test('an adjustment that takes promotional credits increments the version of the grants', () => {
  expect(adjusted(-1, 4)).toMatchObject({ available: 149, promotionsVersion: 5 });
  expect(adjusted(-1)).toMatchObject({ available: 149, promotionsVersion: 1 });
});

test('an adjustment that takes no promotional credits keeps the version of the grants', () => {
  expect(adjusted(20, 4)).toMatchObject({ available: 170, promotionsVersion: 4 });
  expect(adjusted(20)).not.toHaveProperty('promotionsVersion');
});
