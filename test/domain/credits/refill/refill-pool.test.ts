import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refillPool } from '@scangate/domain/credits/refill/refill-pool';
import { poolWith } from '#test/support/world.ts';
import { AccountTimeline } from '#test/models/account-timeline.ts';

const renewal = '2026-04-10T12:00:00.000Z';

describe('a monthly refill resets a pool', () => {
  test('500 unspent included and 100 purchased credits become 800 included and 100 purchased on Starter', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' }).buy(100).spend(300).until(renewal);
    expect(timeline.numbers('core')).toEqual([900, 800, 100, 0]);
    expect(timeline.entries.slice(-2)).toMatchObject([
      { kind: 'expire', amount: -500, source: 'unused_included', cause: `expire#${renewal}` },
      { kind: 'grant', amount: 800, source: 'refill', cause: `refill#${renewal}` },
    ]);
  });

  test('purchased credits survive any number of refills', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' }).buy(100).until('2030-01-01T00:00:00.000Z');
    expect(timeline.numbers('core')).toEqual([900, 800, 100, 0]);
  });

  test('credits spent beyond the included ones were purchased, and are gone', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' }).buy(100).spend(830).until(renewal);
    expect(timeline.numbers('core')).toEqual([870, 800, 70, 0]);
    expect(timeline.entries.filter(({ kind }) => kind === 'expire')).toEqual([]);
  });

  test('a credit spent an instant before a refill belongs to the old period, one spent at the instant to the new one', () => {
    const before = new AccountTimeline({ plan: 'Starter' }).until('2026-04-10T11:59:59.999Z').spend(1);
    expect(before.numbers('core')).toEqual([799, 800, 0, 1]);
    expect(before.until(renewal).numbers('core')).toEqual([800, 800, 0, 0]);
    expect(before.spend(1).numbers('core')).toEqual([799, 800, 0, 1]);
  });
});

test('any pool has its included and its unspent purchased credits after a refill, and the entries explain the difference', () => {
  const parts = fc
    .record({ included: fc.nat(500), purchased: fc.nat(500), spent: fc.nat(1000) })
    .map(({ spent, ...pool }) => ({ ...pool, consumed: Math.min(spent, pool.included + pool.purchased) }));
  const next = { anchorAt: renewal, startAt: renewal, endAt: '2026-05-10T12:00:00.000Z' };
  fc.assert(
    fc.property(parts, fc.nat(1000), (part, allotment) => {
      const pool = { ...poolWith('a', 'core', part), grantedLicenses: 9 };
      const { pool: after, entries } = refillPool(pool, { included: allotment, next }, renewal);
      const kept = Math.min(part.purchased, part.included + part.purchased - part.consumed);
      expect(after).toMatchObject({ included: allotment, purchased: kept, consumed: 0 });
      expect(after.available).toBe(allotment + kept);
      expect(after.grantedLicenses).toBeUndefined();
      expect(entries.reduce((sum, { amount }) => sum + amount, pool.available)).toBe(after.available);
      expect(entries.every(({ amount }) => amount !== 0)).toBe(true);
    }),
  );
});
