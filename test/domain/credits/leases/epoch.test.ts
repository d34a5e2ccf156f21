import { expect, test } from 'vitest';
import {
  snapshotOf,
  isEpochAdvance,
  nextEpoch,
  advanceLease,
  advancePool,
} from '@scangate/domain/credits/leases/epoch';
import type { PoolLease } from '@scangate/domain/records';
import { later, noon, poolWith } from '#test/support/world.ts';

const pool = poolWith('a-1', 'core', { included: 100 });
const lease: PoolLease = {
  accountId: 'a-1',
  pool: 'core',
  slot: 1,
  leaseId: 'l-1',
  isOpen: true,
  available: 5,
  consumed: 3,
  filled: 8,
  filledAt: noon.toISOString(),
  epoch: 4,
};

test('an epoch is an instant, and always later than the one before', () => {
  expect(nextEpoch(pool, noon)).toBe(noon.getTime());
  const ahead = { ...pool, epoch: later(60).getTime() };
  expect(nextEpoch(ahead, noon)).toBe(ahead.epoch + 1);
});

test('an advance holds only for what was read, and leaves everything else alone', () => {
  expect(advancePool({ ...pool, leaseId: 'l-1', lent: 40, available: 60 }, 5)).toMatchObject({
    set: { epoch: 5 },
    when: [
      { field: 'epoch', is: 'absent' },
      { field: 'available', is: 'equal', value: 60 },
      { field: 'lent', is: 'equal', value: 40 },
      { field: 'leaseId', is: 'equal', value: 'l-1' },
    ],
  });
  expect(advanceLease(lease, { leaseId: 'l-1', epoch: 5 })).toMatchObject({
    set: { epoch: 5 },
    when: [
      { field: 'epoch', is: 'equal', value: 4 },
      { field: 'leaseId', is: 'equal', value: 'l-1' },
      { field: 'consumed', is: 'equal', value: 3 },
    ],
  });
  expect(isEpochAdvance(advancePool(pool, 5))).toBe(true);
});

test('a lease of another loan, or of the same or a later epoch, is not advanced', () => {
  expect(advanceLease(lease, { leaseId: 'l-2', epoch: 5 })).toBeUndefined();
  expect(advanceLease(lease, { leaseId: 'l-1', epoch: 4 })).toBeUndefined();
  expect(advanceLease(lease, { leaseId: 'l-1', epoch: 3 })).toBeUndefined();
});

test('a snapshot counts what was lent with the pool, and with the leases only what they were debited', () => {
  const lending = { ...pool, available: 60, lent: 40, leaseId: 'l-1' };
  expect(snapshotOf(lending, [lease, { ...lease, available: 90, consumed: -1 }], 5)).toEqual({
    epoch: 5,
    balance: 98,
  });
  expect(snapshotOf(pool, [], 5)).toEqual({ epoch: 5, balance: 100 });
});
