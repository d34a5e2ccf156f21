import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditPool, type PoolAudit } from '@scangate/domain/ledger/audit-ledger';
import type { LedgerEntry, Pool } from '@scangate/domain/records';
import { compareText } from '@scangate/engines/model/compare-text';
import { noon, poolWith } from '#test/support/world.ts';

const accountId = '00000000-0000-4000-8000-00000000acc0';

const entry = (cause: string, amount: number, more: Partial<LedgerEntry> = {}): LedgerEntry => {
  const [word, scanId, projectUnitId] = cause.split('#');
  return {
    accountId,
    pool: 'core',
    cause,
    amount,
    at: noon.toISOString(),
    kind: word === 'consume' ? 'consume' : 'grant',
    ...(projectUnitId !== undefined && { scanId, projectUnitId }),
    ...more,
  };
};
const debit = (unit: string, amount = -1) => entry(`consume#${unit}`, amount);
const refund = (unit: string, amount = 1) => entry(`refund#${unit}`, amount);

/** Audits entries in the given order. */
const audit = (entries: readonly LedgerEntry[], pool: Pool = balanced(entries)): PoolAudit => {
  const streams = {
    entry: entries[Symbol.iterator](),
    refund: entries.filter(({ cause }) => cause.startsWith('refund#'))[Symbol.iterator](),
  };
  const steps = auditPool(pool);
  let step = steps.next();
  while (!step.done) step = steps.next(streams[step.value].next().value);
  return step.value;
};
const balanced = (entries: readonly LedgerEntry[]): Pool => ({
  ...poolWith(accountId, 'core'),
  available: entries.reduce((sum, { amount }) => sum + amount, 0),
});
const byCause = (entries: readonly LedgerEntry[]) =>
  entries.toSorted((a, b) => compareText(a.cause, b.cause));
const violations = (entries: readonly LedgerEntry[], pool?: Pool) =>
  audit(byCause(entries), pool).violations.join('\n');

describe('a history scan', () => {
  const paid = (amount: number) => entry('consume#h1#r1', amount, { source: 'history_scan' });

  test('may be refunded in part, or completely', () => {
    for (const amount of [1, 3])
      expect(violations([entry('pack#1', 5), paid(-3), refund('h1#r1', amount)])).toBe('');
  });

  test('is not refunded more than it cost, and no other debit is refunded in part', () => {
    expect(violations([paid(-3), refund('h1#r1', 4)])).toContain('refunds what was not debited');
    expect(violations([debit('s1#u1', -3), refund('s1#u1', 2)])).toContain('refunds what was not debited');
  });
});

/** A ledger without violations: debited units, some of them refunded, and other entries. */
const sound = fc
  .uniqueArray(
    fc.record({
      scan: fc.constantFrom('s1', 's10', 's2', 's3'),
      unit: fc.constantFrom('u1', 'u2', 'u20', 'u3'),
      amount: fc.integer({ min: 1, max: 3 }),
      isRefunded: fc.boolean(),
    }),
    { selector: ({ scan, unit }) => `${scan}#${unit}`, maxLength: 16 },
  )
  .map((units) => [
    entry('adjust#zz', 5),
    entry('refill#2026-03-10T12:00:00.000Z', 100),
    entry('expire#2026-04-10T12:00:00.000Z', -1, { kind: 'expire' }),
    ...units.flatMap(({ scan, unit, amount, isRefunded }) => [
      debit(`${scan}#${unit}`, -amount),
      ...(isRefunded ? [refund(`${scan}#${unit}`, amount)] : []),
    ]),
  ]);
/** A ledger with at least one refund. */
const refunded = sound.filter((entries) => entries.some(({ cause }) => cause.startsWith('refund#')));
const of = (kind: string, entries: readonly LedgerEntry[]) =>
  fc.constantFrom(...entries.filter(({ cause }) => cause.startsWith(kind)));

test('a ledger without violations has the sum of its entries', () => {
  fc.assert(
    fc.property(sound, (entries) => {
      const result = audit(byCause(entries));
      expect(result).toMatchObject({ violations: [], entries: entries.length });
      expect(result.sumOfEntries).toBe(balanced(entries).available);
    }),
  );
});

describe('every violation is found and named', () => {
  test('a balance that is not the sum', () => {
    fc.assert(
      fc.property(sound, fc.integer({ min: 1, max: 100 }), (entries, more) => {
        const pool = balanced(entries);
        expect(violations(entries, { ...pool, available: pool.available + more })).toContain(
          'entries sum to',
        );
      }),
    );
  });

  test('any lost entry', () => {
    fc.assert(
      fc.property(
        sound.chain((entries) => fc.tuple(fc.constant(entries), fc.nat(entries.length - 1))),
        ([entries, index]) => {
          expect(violations(entries.toSpliced(index, 1), balanced(entries))).toContain('entries sum to');
        },
      ),
    );
  });

  test('a refund without a debit', () => {
    fc.assert(
      fc.property(
        refunded.chain((entries) => fc.tuple(fc.constant(entries), of('refund#', entries))),
        ([entries, { cause }]) => {
          const left = entries.filter((one) => one.cause !== cause.replace('refund', 'consume'));
          expect(violations(left)).toBe(`${accountId} core: ${cause} refunds what was not debited`);
        },
      ),
    );
  });

  test('a refund whose amount is not that of its debit', () => {
    fc.assert(
      fc.property(
        refunded.chain((entries) => fc.tuple(fc.constant(entries), of('refund#', entries))),
        ([entries, chosen]) => {
          const changed = entries.map((one) => (one === chosen ? { ...one, amount: one.amount + 1 } : one));
          expect(violations(changed)).toBe(`${accountId} core: ${chosen.cause} refunds what was not debited`);
        },
      ),
    );
  });

  test('a duplicate cause', () => {
    fc.assert(
      fc.property(
        sound.chain((entries) => fc.tuple(fc.constant(entries), fc.nat(entries.length - 1))),
        ([entries, index]) => {
          const repeated = [...entries, entries[index] as LedgerEntry];
          expect(violations(repeated)).toContain(`${entries[index]?.cause} exists twice`);
        },
      ),
    );
  });

  test.each<[string, LedgerEntry, string]>([
    ['a second debit under another cause', debit('s1#u1x', -1), 'does not match'],
    ['a debit under the cause of something else', entry('pack#1', -1, { kind: 'consume' }), 'has the kind'],
    ['a debit of nothing', debit('s1#u1', 0), 'debits nothing'],
    ['a fraction of a credit', entry('pack#1', 0.5), 'not a whole number'],
    ['a negative refund', refund('s1#u1', -1), 'refunds nothing'],
    ['a refund of nothing', refund('s1#u1', 0), 'refunds nothing'],
    ['a positive debit', { ...refund('s1#u1'), kind: 'adjust' }, 'refunds nothing'],
  ])('%s', (what, one, expected) => {
    const faulty = what.startsWith('a second') ? { ...one, projectUnitId: 'u1' } : one;
    expect(violations([faulty])).toContain(expected);
  });

  test('a negative balance', () => {
    expect(violations([debit('s1#u1', -2)])).toContain('-2 available');
  });

  test('beyond a hundred, violations are only counted', () => {
    const result = audit(byCause(Array.from({ length: 250 }, (_, index) => refund(`s#${index}`))));
    expect(result.violations).toHaveLength(101);
    expect(result.violations.at(-1)).toContain('and 150 more');
    const oneMore = audit(byCause(Array.from({ length: 101 }, (_, index) => refund(`s#${index}`))));
    expect(oneMore.violations.at(-1)).toContain('and 1 more');
  });

  test('an empty pool has no violation', () => {
    expect(audit([]).violations).toEqual([]);
  });
});
