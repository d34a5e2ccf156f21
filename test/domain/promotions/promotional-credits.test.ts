import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unspentPurchased } from '@scangate/domain/credits/purchased-credits';
import { unspentPromotional } from '@scangate/domain/promotions/promotional-credits';
import { PromotionPair } from '#test/models/promotions/promotion-pair.ts';
import { runs } from '#test/support/runs/samples.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const days = (most: number) => fc.integer({ min: 1, max: most * 24 }).map((hours) => hours * hourMs);
const acts = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 })).map(([units, price]) => ({
    label: `debit ${units} × ${price}`,
    run: (pair: PromotionPair) => pair.debit(units, price),
  })),
  fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 200 })).map(([which, price]) => ({
    label: `debit ${price} late in scan ${which}`,
    run: (pair: PromotionPair) => pair.debitLate(which, price),
  })),
  fc.nat(9).map((which) => ({ label: `refund ${which}`, run: (pair: PromotionPair) => pair.refund(which) })),
  fc.tuple(fc.integer({ min: 1, max: 400 }), days(45)).map(([amount, ms]) => ({
    label: `grant ${amount} for ${ms / hourMs} h`,
    run: (pair: PromotionPair) => pair.grant(amount, ms),
  })),
  days(20).map((ms) => ({ label: `wait ${ms / hourMs} h`, run: (pair: PromotionPair) => pair.wait(ms) })),
  fc.nat(9).map((which) => ({
    label: `refund pack ${which}`,
    run: (pair: PromotionPair) => pair.refundCreditPack(which),
  })),
  fc.constant({ label: 'buy', run: (pair: PromotionPair) => pair.buy() }),
  fc.constant({ label: 'add a license', run: (pair: PromotionPair) => pair.addLicense() }),
  fc
    .integer({ min: -300, max: 100 })
    .filter(Boolean)
    .map((amount) => ({
      label: `adjust ${amount}`,
      run: (pair: PromotionPair) => pair.adjust(amount),
    })),
);

test('after any history the pool equals one without the refunded debits', { timeout: 600_000 }, () => {
  const histories = fc.array(
    acts.map((act) => ({ ...act, toString: () => act.label })),
    { maxLength: 60, size: 'max' },
  );
  fc.assert(
    fc.property(histories, (history) => {
      const pair = new PromotionPair();
      for (const act of history) {
        act.run(pair);
        expect(pair.actual()).toEqual(pair.predicted());
        expect(pair.violations()).toEqual([]);
      }
    }),
    { numRuns: runs(400) },
  );
});

describe('a promotional grant', () => {
  test('is spent after the included credits and before the purchased ones, and its rest expires', () => {
    const pair = new PromotionPair();
    pair.buy();
    pair.grant(100, 2 * dayMs);
    pair.debit(1, 540);
    expect([unspentPromotional(pair.pool), unspentPurchased(pair.pool)]).toEqual([60, 100]);
    pair.wait(2 * dayMs);
    expect(pair.pool).toMatchObject({ available: 100, included: 500, consumed: 500, purchased: 100 });
    expect([...pair.account.entries.values()].at(-1)).toMatchObject({
      kind: 'expire',
      amount: -60,
      source: 'promotional_expired',
    });
  });

  test('expires at its instant, not before', () => {
    const pair = new PromotionPair();
    pair.grant(100, dayMs);
    pair.wait(dayMs - 1);
    expect(pair.pool.available).toBe(600);
    pair.wait(1);
    expect(pair.pool.available).toBe(500);
  });

  test('a refund of a debit before the grant expired expires the credits of the grant', () => {
    const pair = new PromotionPair();
    pair.buy();
    pair.grant(100, dayMs);
    pair.debit(10, 65);
    pair.wait(dayMs);
    expect(pair.pool.available).toBe(50);
    pair.refund(0);
    expect(pair.pool).toMatchObject({ available: 600, consumed: 0 });
    expect([...pair.account.entries.values()].filter(({ kind }) => kind === 'expire')).toMatchObject([
      { amount: -100, cause: 'promotion_expire#id-0003#id-0003.0', scanId: 'id-0003' },
    ]);
  });

  test('a refund of a later debit returns all of it', () => {
    const pair = new PromotionPair();
    pair.buy();
    pair.grant(100, dayMs);
    pair.debit(10, 52);
    pair.wait(dayMs);
    pair.debit(1, 60);
    pair.refund(1);
    expect(pair.pool.available).toBe(100);
  });

  test('several expire one after the other, the first one spent first', () => {
    const pair = new PromotionPair();
    pair.grant(50, 3 * dayMs);
    pair.grant(30, dayMs);
    pair.debit(1, 540);
    expect(pair.pool.available).toBe(40);
    pair.wait(dayMs);
    expect(pair.pool.available).toBe(40);
    pair.wait(2 * dayMs);
    expect(pair.pool.available).toBe(0);
    pair.refund(0);
    expect(pair.pool.available).toBe(500);
  });
});
