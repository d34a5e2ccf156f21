import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { adjust, codeOf } from '#test/support/billing/operator-actions.ts';
import { later, newOrganization, testIds } from '#test/support/world.ts';

let store: MemoryStore;
let organizationId: string;
beforeEach(async () => {
  store = new MemoryStore();
  ({ organizationId } = await newOrganization(store, { licenses: 10 }));
});

const day = 86_400;
const adjusting = (order: object, seconds = day) =>
  adjust({ organizationId, ...order }, store, later(seconds));
const records = () => [
  store.all('account'),
  store.all('pool'),
  store.all('ledgerEntry'),
  store.all('auditEvent'),
];

describe('an adjustment', () => {
  const order = { pool: 'core', amount: -50, motif: 'refund of invoice 17' };

  test('adds or removes credits, with the motif in the ledger and the balance before and after in the audit log', async () => {
    const adjustmentId = testIds.uuid();
    expect(await adjusting({ ...order, adjustmentId })).toEqual({ pool: 'core', available: 950 });
    expect(store.all('ledgerEntry').at(-1)).toMatchObject({
      cause: `adjust#${adjustmentId}`,
      amount: -50,
      motif: order.motif,
    });
    expect(store.all('auditEvent')).toMatchObject([
      {
        organizationId,
        action: 'credits.adjusted',
        actor: { kind: 'operator' },
        before: { pool: 'core', available: 1_000 },
        after: { pool: 'core', available: 950, motif: order.motif },
      },
    ]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('repeated, even after weeks and a refill, returns the first answer and changes nothing', async () => {
    const again = { ...order, adjustmentId: testIds.uuid() };
    await adjusting(again);
    const before = records();
    expect(await adjusting(again, 60 * day)).toEqual({ pool: 'core', available: 950 });
    expect(records()).toEqual(before);
    expect(await codeOf(() => adjusting({ ...again, amount: -60 }))).toBe('idempotency_key_reused');
    expect(records()).toEqual(before);
  });

  test('counts for the current period, even if its refill is late', async () => {
    const answer = await adjusting({ ...order, adjustmentId: testIds.uuid() }, 40 * day);
    expect(answer).toEqual({ pool: 'core', available: 950 });
    expect(store.all('ledgerEntry').map(({ kind }) => kind)).toEqual(['grant', 'expire', 'grant', 'adjust']);
  });

  test.each([
    [{ amount: 0 }, 'validation_failed'],
    [{ amount: 0.5 }, 'validation_failed'],
    [{ amount: 2 ** 40 }, 'validation_failed'],
    [{ pool: 'all' }, 'validation_failed'],
    [{ motif: '' }, 'validation_failed'],
    [{ adjustmentId: 'mine' }, 'validation_failed'],
    [{ organizationId: '99999999-9999-4999-8999-999999999999' }, 'not_found'],
    [{ credits: 3 }, 'unknown_field'],
  ])('%j is refused: %s', async (more, code) => {
    const before = records();
    expect(await codeOf(() => adjusting({ ...order, adjustmentId: testIds.uuid(), ...more }))).toBe(code);
    expect(records()).toEqual(before);
  });
});

describe('a grant that expires', () => {
  const grant = { pool: 'core', amount: 60, motif: 'welcome', expiresAt: later(2 * day).toISOString() };

  test('is a promotional grant, booked once, whose rest expires', async () => {
    const adjustmentId = testIds.uuid();
    expect(await adjusting({ ...grant, adjustmentId })).toEqual({ pool: 'core', available: 1_060 });
    expect(await adjusting({ ...grant, adjustmentId })).toEqual({ pool: 'core', available: 1_060 });
    expect(store.all('auditEvent')).toMatchObject([
      { action: 'credits.promotion_granted', after: { available: 1_060, expiresAt: grant.expiresAt } },
    ]);
    const next = { pool: 'core', amount: 1, motif: 'later', adjustmentId: testIds.uuid() };
    expect(await adjusting(next, 2 * day)).toEqual({ pool: 'core', available: 1_001 });
    expect(store.all('ledgerEntry').map(({ cause, amount }) => [cause.split('#')[0], amount])).toEqual([
      ['refill', 1_000],
      ['promotion', 60],
      ['promotion_expire', -60],
      ['adjust', 1],
    ]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test.each([
    [{ amount: -5 }, 'validation_failed'],
    [{ amount: 0 }, 'validation_failed'],
    [{ expiresAt: later(-1).toISOString() }, 'validation_failed'],
    [{ expiresAt: 'tomorrow' }, 'validation_failed'],
  ])('%j is refused', async (wrong, code) => {
    const order = { ...grant, adjustmentId: testIds.uuid(), ...wrong };
    expect(await codeOf(() => adjusting(order, 0))).toBe(code);
    expect(store.all('ledgerEntry')).toHaveLength(1);
  });

  test('is refused beyond twenty at a time', async () => {
    for (let count = 0; count < 20; count++) await adjusting({ ...grant, adjustmentId: testIds.uuid() });
    const more = { ...grant, adjustmentId: testIds.uuid() };
    expect(await codeOf(() => adjusting(more))).toBe('conflict');
  });
});
