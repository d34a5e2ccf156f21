import { expect, test } from 'vitest';
import { unknownInstant } from '@scangate/domain/credits/leases/pool-lease';
import { mayBeInconsistent } from '@scangate/domain/credits/leases/inconsistent-read';
import type { Pool } from '@scangate/domain/records';
import { later, noon } from '#test/support/world.ts';

const poolOf = (fields: Partial<Pool>) => ({ available: 0, consumed: 3, ...fields }) as Pool;
const total = { core: 1, sast: 0 };

test.each<[string, Partial<Pool>, boolean]>([
  ['was debited a minute ago', { debitedAt: later(-60).toISOString() }, false],
  ['was debited less than a minute ago', { debitedAt: later(-59).toISOString() }, true],
  ['was debited by a clock that is ahead', { debitedAt: later(30).toISOString() }, true],
  ['took leases back at an unknown time', { debitedAt: unknownInstant }, true],
  ['has leases', { debitedAt: later(-600).toISOString(), leaseId: 'l' }, true],
  ['was debited by an earlier release', {}, true],
  ['was never debited', { consumed: 0 }, false],
])('a pool that cannot pay and %s: %o', (_, fields, expected) => {
  expect(mayBeInconsistent({ core: poolOf(fields) }, total, noon)).toBe(expected);
});

test('a pool that can pay, or that does not have to, needs no consistent read', () => {
  const recent = { debitedAt: noon.toISOString() };
  expect(mayBeInconsistent({ core: poolOf({ ...recent, available: 1 }) }, total, noon)).toBe(false);
  expect(mayBeInconsistent({ sast: poolOf(recent) }, total, noon)).toBe(false);
});
