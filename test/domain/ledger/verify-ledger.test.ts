import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ledgerColumns } from '@scangate/domain/ledger/ledger-csv';
import {
  genesisHash,
  sealEntries,
  maxSegmentEntries,
  type LedgerRow,
} from '@scangate/domain/ledger/seal-ledger';
import { InvalidLedgerFile } from '@scangate/domain/ledger/verify-ledger';
import type { LedgerEntry } from '@scangate/domain/records';
import {
  accountId,
  csvOf,
  hostileText,
  linesOf,
  rowsOf,
  someEntries,
  verify,
} from '#test/support/billing/sealed-ledger.ts';
import { later, noon } from '#test/support/world.ts';

const pool = { accountId, pool: 'core' as const };
const entryAt = (index: number): LedgerEntry => ({
  ...pool,
  cause: `adjust#${String(index).padStart(4, '0')}`,
  at: later(index).toISOString(),
  kind: 'adjust',
  amount: index,
});
const entries = (count: number) => Array.from({ length: count }, (_, index) => entryAt(index));

/** A file of both pools, each sealed as far as it is, and how it is verified in pieces. */
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

/** A file with a sealed row in it, and the place of one. */
const sealedLedgers = ledgers
  .map((ledger) => ({ ...ledger, rows: rowsOfBoth(ledger) }))
  .filter(({ rows }) => rows.some(isSealed))
  .chain((ledger) =>
    fc
      .constantFrom(...ledger.rows.flatMap((row, index) => (isSealed(row) ? [index] : [])))
      .map((index) => ({ ...ledger, index })),
  );

describe('the chain', () => {
  test('a segment goes on from the one before it, and keeps the balance', () => {
    const first = sealEntries(pool, { entries: entries(3) }, noon.toISOString());
    const second = sealEntries(pool, { last: first, entries: [entryAt(3), entryAt(4)] }, noon.toISOString());
    expect([first.number, first.previousHash, first.balance]).toEqual([1, genesisHash, 3]);
    expect([second.number, second.previousHash, second.balance]).toEqual([2, first.hashes.slice(-64), 10]);
    expect([second.throughAt, second.throughCause]).toEqual([later(4).toISOString(), 'adjust#0004']);
  });

  test('a link is SHA-256 over the hash before it and the canonical JSON of the row', () => {
    const { hashes } = sealEntries(pool, { entries: [entryAt(1)] }, noon.toISOString());
    const row =
      '{"amount":1,"at":"2026-03-10T12:00:01.000Z","cause":"adjust#0001","kind":"adjust","pool":"core","position":"1 of 1","segment":1}';
    expect(hashes).toBe(createHash('sha256').update(`${genesisHash}${row}`).digest('hex'));
  });

  test('neither too many entries nor any out of order are sealed', () => {
    const now = noon.toISOString();
    expect(() => sealEntries(pool, { entries: [] }, now)).toThrow('a segment of 0');
    expect(() => sealEntries(pool, { entries: entries(maxSegmentEntries + 1) }, now)).toThrow(
      'a segment of 501',
    );
    expect(() => sealEntries(pool, { entries: [entryAt(2), entryAt(1)] }, now)).toThrow('not in order');
    const last = sealEntries(pool, { entries: entries(2) }, now);
    expect(() => sealEntries(pool, { last, entries: [entryAt(1)] }, now)).toThrow('not in order');
  });
});

describe('a file that nobody touched', () => {
  test('is unchanged, whatever its texts and however it is cut into segments and pieces', () => {
    fc.assert(
      fc.property(ledgers, (ledger) => {
        const rows = rowsOfBoth(ledger);
        const told = verify(csvOf(rows), {}, ledger.pieceLength);
        const sealed = rows.filter(isSealed).length;
        expect(told).not.toHaveProperty('what');
        const pools = 'pools' in told ? told.pools : [];
        expect(pools.reduce((sum, one) => sum + one.sealed, 0)).toBe(sealed);
        expect(pools.reduce((sum, one) => sum + one.unsealed, 0)).toBe(rows.length - sealed);
        expect(pools.every(({ begins }) => begins === undefined)).toBe(true);
      }),
    );
  });

  test('may begin in the middle of the chain: it goes on from there and says so', () => {
    fc.assert(
      fc.property(someEntries('core'), fc.integer({ min: 1, max: 5 }), fc.nat(11), (some, segment, from) => {
        const rows = rowsOf(some, some.length, segment).slice(from);
        const told = verify(csvOf(rows));
        const [first] = rows;
        if (!first) return;
        const begins = { segment: first.segment, position: first.position, previousHash: first.previousHash };
        const expected = {
          sealed: rows.length,
          unsealed: 0,
          head: rows.at(-1)?.hash,
          ...(from > 0 && { begins }),
        };
        expect(told).toEqual({ pools: [{ pool: 'core', ...expected }] });
      }),
    );
  });

  test('may have been saved with LF', () => {
    const text = csvOf(rowsOf(entries(5), 5, 2));
    expect(verify(text.replaceAll('\r\n', '\n'))).toHaveProperty('pools');
  });
});

describe('tampering is found, and the first bad row named', () => {
  test('any cell of a sealed row changed', () => {
    fc.assert(
      fc.property(sealedLedgers, fc.constantFrom(...ledgerColumns), hostileText, (ledger, column, value) => {
        const { rows, index } = ledger;
        const numeric = column === 'amount' || column === 'segment';
        const before = rows[index]?.[column];
        const changed = numeric ? Number(before) + 1 : value.toWellFormed();
        fc.pre(changed !== (before ?? ''));
        const row = { ...rows[index], [column]: changed } as LedgerRow;
        const told = verify(csvOf(rows.with(index, row)), {}, ledger.pieceLength);
        expect(told).toMatchObject({ line: linesOf(rows)[index], what: expect.any(String) });
      }),
      { numRuns: 500 },
    );
  });

  test('a digit of a hash changed', () => {
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

  test('a sealed row deleted: the row that takes its place is named, or the file says that it begins there', () => {
    fc.assert(
      fc.property(sealedLedgers, ({ rows, index }) => {
        const left = rows.toSpliced(index, 1);
        const gone = rows[index];
        const told = verify(csvOf(left));
        const isFirst = rows.findIndex(({ pool: name }) => name === gone?.pool) === index;
        const next = left[index];
        if (isFirst && next?.pool === gone?.pool && isSealed(next)) {
          const pools = 'pools' in told ? told.pools : [];
          expect(pools.find(({ pool: name }) => name === gone?.pool)?.begins).toMatchObject({
            position: next?.position,
          });
          return;
        }
        // The whole chain gone is what only a hash noted earlier tells.
        if (isFirst) {
          expect(verify(csvOf(left), { heads: [String(gone?.hash)] })).toHaveProperty('what');
          return;
        }
        const [position, size] = String(gone?.position).split(' of ');
        const isChainEnd = !isSealed(next) || next?.pool !== gone?.pool;
        // So is a last segment of one row.
        if (isChainEnd && position === '1' && size === '1') {
          expect(verify(csvOf(left), { heads: [String(gone?.hash)] })).toHaveProperty('what');
          return;
        }
        expect(told).toMatchObject({ line: linesOf(left)[next ? index : index - 1] });
      }),
      { numRuns: 500 },
    );
  });

  test('a row twice: the second is named', () => {
    fc.assert(
      fc.property(sealedLedgers, ({ rows, index }) => {
        const twice = rows.toSpliced(index, 0, rows[index] as LedgerRow);
        expect(verify(csvOf(twice))).toMatchObject({ line: linesOf(twice)[index + 1] });
      }),
    );
  });

  test('two rows swapped: the first of them is named', () => {
    fc.assert(
      fc.property(sealedLedgers, ({ rows, index }) => {
        const [one, other] = [rows[index], rows[index + 1]];
        fc.pre(one !== undefined && other !== undefined && one.pool === other.pool && isSealed(other));
        const isFirst = one?.segment === 1 && one.position?.startsWith('1 of');
        const swapped = rows.with(index, other as LedgerRow).with(index + 1, one as LedgerRow);
        // A file may begin with any row: then the one behind it does not go on from it.
        expect(verify(csvOf(swapped))).toMatchObject({ line: linesOf(swapped)[isFirst ? index + 1 : index] });
      }),
    );
  });

  test('a row inserted', () => {
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

  test('the file cut off inside of a segment: the last row is named', () => {
    fc.assert(
      fc.property(sealedLedgers, ({ rows, index }) => {
        const [position, size] = String(rows[index]?.position).split(' of ');
        fc.pre(position !== size);
        const left = rows.slice(0, index + 1);
        expect(verify(csvOf(left))).toMatchObject({
          line: linesOf(left)[index],
          what: expect.stringContaining('missing'),
        });
        expect(verify(csvOf(left), { endsEarly: true })).toHaveProperty('pools');
      }),
    );
  });

  test('the file cut off anywhere within a row: that row is named', () => {
    fc.assert(
      fc.property(sealedLedgers, fc.double({ min: 0, max: 1, noNaN: true }), ({ rows, index }, share) => {
        const head = csvOf(rows.slice(0, index));
        const whole = csvOf(rows.slice(0, index + 1));
        const length = head.length + 1 + Math.floor(share * (whole.length - head.length - 4));
        expect(verify(whole.slice(0, length))).toMatchObject({ line: linesOf(rows)[index] });
      }),
    );
  });

  test('its hashes taken away, as if it were not sealed yet', () => {
    const rows = rowsOf(entries(6), 4, 2);
    const bare = ({ segment: _1, position: _2, previousHash: _3, hash: _4, ...rest }: LedgerRow): LedgerRow =>
      rest;
    for (const index of [0, 1, 2, 3]) {
      const told = verify(csvOf(rows.with(index, bare(rows[index] as LedgerRow))));
      expect(told).toMatchObject({ line: index + 2, cause: `adjust#000${index}` });
    }
  });

  test('a whole pool moved, doubled or of no name', () => {
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

describe('a hash noted earlier', () => {
  const rows = rowsOf(entries(6), 6, 2);

  test('occurs in every later file, also in one that begins right behind it', () => {
    const heads = [String(rows[3]?.hash)];
    expect(verify(csvOf(rows), { heads })).toHaveProperty('pools');
    expect(verify(csvOf(rows.slice(4)), { heads })).toHaveProperty('pools');
  });

  test('is missing when the end was cut off, or the chain made anew', () => {
    const heads = [String(rows[5]?.hash)];
    expect(verify(csvOf(rows.slice(0, 4)), { heads })).toMatchObject({
      what: expect.stringContaining('noted'),
    });
    const anew = entries(6).map((entry) => ({ ...entry, amount: entry.amount + 1 }));
    expect(verify(csvOf(rowsOf(anew, 6, 2)))).toHaveProperty('pools');
    expect(verify(csvOf(rowsOf(anew, 6, 2)), { heads })).toMatchObject({
      what: expect.stringContaining('noted'),
    });
  });
});

test.each(['', 'at,pool\r\n', '{"items":[]}', '\0\u0001'])('%j is no ledger', (text) => {
  expect(() => verify(text)).toThrow(InvalidLedgerFile);
});
