import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ledgerColumns } from '@scangate/domain/ledger/ledger-csv';
import type { LedgerRow } from '@scangate/domain/ledger/seal-ledger';
import { InvalidLedgerFile } from '@scangate/domain/ledger/verify-ledger';
import type { LedgerEntry } from '@scangate/domain/records';
import {
  csvOf,
  entriesUpTo as entries,
  hostileText,
  linesOf,
  rowsOf,
  someEntries,
  verify,
} from '#test/support/billing/sealed-ledger.ts';
import { runs } from '#test/support/runs/samples.ts';

/** A file of both pools, each partly sealed, and the length of the pieces it is read in. */
const ledgers = fc.record({
  core: someEntries('core'),
  sast: someEntries('sast', 5),
  sealed: fc.nat(12),
  segment: fc.integer({ min: 1, max: 5 }),
  pieceLength: fc.integer({ min: 1, max: 300 }),
});
const rowsOfBoth = ({
  core,
  sast,
  sealed,
  segment,
}: {
  core: LedgerEntry[];
  sast: LedgerEntry[];
  sealed: number;
  segment: number;
}) => [...rowsOf(core, sealed, segment), ...rowsOf(sast, sealed, segment)];
const isSealed = (row: LedgerRow | undefined) => row?.hash !== undefined;

/** A file with the index of a sealed row. */
const sealedLedgers = ledgers
  .map((ledger) => ({ ...ledger, rows: rowsOfBoth(ledger) }))
  .filter(({ rows }) => rows.some(isSealed))
  .chain((ledger) =>
    fc
      .constantFrom(...ledger.rows.flatMap((row, index) => (isSealed(row) ? [index] : [])))
      .map((index) => ({ ...ledger, index })),
  );

describe('an original file', () => {
  test('verifies with any texts, segments and chunks', () => {
    fc.assert(
      fc.property(ledgers, (ledger) => {
        const rows = rowsOfBoth(ledger);
        const result = verify(csvOf(rows), {}, ledger.pieceLength);
        const sealed = rows.filter(isSealed).length;
        expect(result).not.toHaveProperty('reason');
        const pools = 'pools' in result ? result.pools : [];
        expect(pools.reduce((sum, one) => sum + one.sealed, 0)).toBe(sealed);
        expect(pools.reduce((sum, one) => sum + one.unsealed, 0)).toBe(rows.length - sealed);
        expect(pools.every(({ begins }) => begins === undefined)).toBe(true);
      }),
    );
  });

  test('may begin within the chain, and reports where', () => {
    fc.assert(
      fc.property(someEntries('core'), fc.integer({ min: 1, max: 5 }), fc.nat(11), (some, segment, from) => {
        const rows = rowsOf(some, some.length, segment).slice(from);
        const result = verify(csvOf(rows));
        const [first] = rows;
        if (!first) return;
        const begins = { segment: first.segment, position: first.position, previousHash: first.previousHash };
        const expected = {
          sealed: rows.length,
          unsealed: 0,
          head: rows.at(-1)?.hash,
          ...(from > 0 && { begins }),
        };
        expect(result).toEqual({ pools: [{ pool: 'core', ...expected }] });
      }),
    );
  });

  test('may have LF line endings', () => {
    const text = csvOf(rowsOf(entries(5), 5, 2));
    expect(verify(text.replaceAll('\r\n', '\n'))).toHaveProperty('pools');
  });
});

describe('tampering is detected at its first row', () => {
  test('a changed cell of a sealed row', () => {
    fc.assert(
      fc.property(sealedLedgers, fc.constantFrom(...ledgerColumns), hostileText, (ledger, column, value) => {
        const { rows, index } = ledger;
        const numeric = column === 'amount' || column === 'segment';
        const before = rows[index]?.[column];
        const changed = numeric ? Number(before) + 1 : value.toWellFormed();
        fc.pre(changed !== (before ?? ''));
        const row = { ...rows[index], [column]: changed } as LedgerRow;
        const result = verify(csvOf(rows.with(index, row)), {}, ledger.pieceLength);
        expect(result).toMatchObject({ line: linesOf(rows)[index], reason: expect.any(String) });
      }),
      { numRuns: runs(500) },
    );
  });

  test('a changed digit of a hash', () => {
    fc.assert(
      fc.property(sealedLedgers, fc.nat(63), fc.boolean(), ({ rows, index }, digit, isOwn) => {
        const field = isOwn ? 'hash' : 'previousHash';
        const hash = String(rows[index]?.[field]);
        const other = hash[digit] === '0' ? '1' : '0';
        const row = {
          ...rows[index],
          [field]: hash.slice(0, digit) + other + hash.slice(digit + 1),
        } as LedgerRow;
        expect(verify(csvOf(rows.with(index, row)))).toMatchObject({ line: linesOf(rows)[index] });
      }),
    );
  });

  test('a deleted row, at the next row or by where the file begins', () => {
    fc.assert(
      fc.property(sealedLedgers, ({ rows, index }) => {
        const left = rows.toSpliced(index, 1);
        const gone = rows[index];
        const result = verify(csvOf(left));
        const isFirst = rows.findIndex(({ pool: name }) => name === gone?.pool) === index;
        const next = left[index];
        if (isFirst && next?.pool === gone?.pool && isSealed(next)) {
          const pools = 'pools' in result ? result.pools : [];
          expect(pools.find(({ pool: name }) => name === gone?.pool)?.begins).toMatchObject({
            position: next?.position,
          });
          return;
        }
        // Only a hash that was noted earlier shows that the whole chain is missing.
        if (isFirst) {
          expect(verify(csvOf(left), { heads: [String(gone?.hash)] })).toHaveProperty('reason');
          return;
        }
        const [position, size] = String(gone?.position).split(' of ');
        const isChainEnd = !isSealed(next) || next?.pool !== gone?.pool;
        // The same applies to a last segment of one row.
        if (isChainEnd && position === '1' && size === '1') {
          expect(verify(csvOf(left), { heads: [String(gone?.hash)] })).toHaveProperty('reason');
          return;
        }
        expect(result).toMatchObject({ line: linesOf(left)[next ? index : index - 1] });
      }),
      { numRuns: runs(500) },
    );
  });

  test('a repeated row', () => {
    fc.assert(
      fc.property(sealedLedgers, ({ rows, index }) => {
        const repeated = rows.toSpliced(index, 0, rows[index] as LedgerRow);
        expect(verify(csvOf(repeated))).toMatchObject({ line: linesOf(repeated)[index + 1] });
      }),
    );
  });

  test('a repeated row that is not sealed', () => {
    const [first, second] = rowsOf(entries(2), 0, 1);
    const repeated = [first, second, second] as LedgerRow[];
    expect(verify(csvOf(repeated))).toMatchObject({ line: linesOf(repeated)[2] });
  });

  test('two swapped rows', () => {
    fc.assert(
      fc.property(sealedLedgers, ({ rows, index }) => {
        const [one, other] = [rows[index], rows[index + 1]];
        fc.pre(one !== undefined && other !== undefined && one.pool === other.pool && isSealed(other));
        const isFirst = one?.segment === 1 && one.position?.startsWith('1 of');
        const swapped = rows.with(index, other as LedgerRow).with(index + 1, one as LedgerRow);
        // A file may begin with any row, so the fault is at the row after it.
        expect(verify(csvOf(swapped))).toMatchObject({ line: linesOf(swapped)[isFirst ? index + 1 : index] });
      }),
    );
  });

  test('an inserted row', () => {
    fc.assert(
      fc.property(sealedLedgers, fc.boolean(), ({ rows, index }, pretends) => {
        const { motif: _motif, ...genuine } = rows[index] as LedgerRow;
        const { segment: _1, position: _2, previousHash: _3, hash: _4, ...bare } = genuine;
        const forged = { ...(pretends ? genuine : bare), cause: 'adjust#forged', amount: 1_000 } as LedgerRow;
        const more = rows.toSpliced(index, 0, forged);
        expect(verify(csvOf(more))).toMatchObject({ line: linesOf(more)[index] });
      }),
    );
  });

  test('a file that ends within a segment', () => {
    fc.assert(
      fc.property(sealedLedgers, ({ rows, index }) => {
        const [position, size] = String(rows[index]?.position).split(' of ');
        fc.pre(position !== size);
        const left = rows.slice(0, index + 1);
        expect(verify(csvOf(left))).toMatchObject({
          line: linesOf(left)[index],
          reason: expect.stringContaining('missing'),
        });
        expect(verify(csvOf(left), { endsEarly: true })).toHaveProperty('pools');
      }),
    );
  });

  test('a file that ends within a row', () => {
    fc.assert(
      fc.property(sealedLedgers, fc.double({ min: 0, max: 1, noNaN: true }), ({ rows, index }, share) => {
        const head = csvOf(rows.slice(0, index));
        const whole = csvOf(rows.slice(0, index + 1));
        const length = head.length + 1 + Math.floor(share * (whole.length - head.length - 4));
        expect(verify(whole.slice(0, length))).toMatchObject({ line: linesOf(rows)[index] });
      }),
    );
  });

  test('removed hashes of a row', () => {
    const rows = rowsOf(entries(6), 4, 2);
    const bare = ({ segment: _1, position: _2, previousHash: _3, hash: _4, ...rest }: LedgerRow): LedgerRow =>
      rest;
    for (const index of [0, 1, 2, 3]) {
      const result = verify(csvOf(rows.with(index, bare(rows[index] as LedgerRow))));
      expect(result).toMatchObject({ line: index + 2, cause: `adjust#000${index}` });
    }
  });

  test('a pool that is moved, repeated or unknown', () => {
    const core = rowsOf(entries(2), 2, 2);
    const sast = core.map((row) => ({ ...row, pool: 'sast' as const }));
    expect(verify(csvOf([...core, ...sast]))).toMatchObject({ line: 4 });
    const unsealed = entries(2).map(({ accountId: _whose, ...row }) => row);
    const other = unsealed.map((row) => ({ ...row, pool: 'sast' as const }));
    expect(verify(csvOf([...unsealed, ...other, ...unsealed]))).toMatchObject({ line: 6 });
    expect(verify(csvOf(unsealed.map((row) => ({ ...row, pool: 'gold' as 'core' }))))).toMatchObject({
      line: 2,
    });
  });
});

describe('a hash that was noted earlier', () => {
  const rows = rowsOf(entries(6), 6, 2);

  test('occurs in every later file, even one that begins right after it', () => {
    const heads = [String(rows[3]?.hash)];
    expect(verify(csvOf(rows), { heads })).toHaveProperty('pools');
    expect(verify(csvOf(rows.slice(4)), { heads })).toHaveProperty('pools');
  });

  test('is missing when the end was cut off or the chain was recomputed', () => {
    const heads = [String(rows[5]?.hash)];
    expect(verify(csvOf(rows.slice(0, 4)), { heads })).toMatchObject({
      reason: expect.stringContaining('noted'),
    });
    const recomputed = entries(6).map((entry) => ({ ...entry, amount: entry.amount + 1 }));
    expect(verify(csvOf(rowsOf(recomputed, 6, 2)))).toHaveProperty('pools');
    expect(verify(csvOf(rowsOf(recomputed, 6, 2)), { heads })).toMatchObject({
      reason: expect.stringContaining('noted'),
    });
  });
});

test.each(['', 'at,pool\r\n', '{"items":[]}', '\0\u0001'])('%j is not a ledger export', (text) => {
  expect(() => verify(text)).toThrow(InvalidLedgerFile);
});
