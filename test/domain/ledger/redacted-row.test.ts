import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactedRow, rowForViewer, showsDigests } from '@scangate/domain/ledger/redacted-row';
import { formatRow, headerLine } from '@scangate/domain/ledger/ledger-csv';
import { compareEntries, ledgerView } from '@scangate/domain/ledger/ledger-view';
import { sealedRow, sealEntries } from '@scangate/domain/ledger/seal-ledger';
import { LedgerVerifier } from '@scangate/domain/ledger/verify-ledger';
import type { LedgerEntry } from '@scangate/domain/records';
import { later } from '#test/support/world.ts';
import { runs } from '#test/support/runs/samples.ts';

const accountId = '00000000-0000-4000-8000-00000000acc0';
const corePool = { accountId, pool: 'core' as const };

/** A debit of a unit, some of them at one instant. */
const debit = (
  index: number,
  { organization, scan, person, seconds }: Record<'organization' | 'scan' | 'person' | 'seconds', number>,
): LedgerEntry => {
  const scanId = `0aa0bb0c-0000-7000-8000-00000000000${scan}`;
  const projectUnitId = `unit-${index}`;
  return {
    ...corePool,
    cause: `consume#${scanId}#${projectUnitId}`,
    at: later(seconds).toISOString(),
    kind: 'consume',
    amount: -1,
    scanId,
    projectUnitId,
    sourceTrigger: 'api',
    organizationId: `client-${organization}`,
    personId: `person-${person}`,
  };
};
const refill = (seconds: number): LedgerEntry => ({
  ...corePool,
  cause: `refill#${seconds}`,
  at: later(seconds).toISOString(),
  kind: 'grant',
  amount: 100,
});

const numbers = fc.record({
  organization: fc.nat(2),
  scan: fc.nat(3),
  person: fc.nat(2),
  seconds: fc.nat(3),
});
const ledgers = fc
  .tuple(fc.array(numbers, { minLength: 1, maxLength: 20 }), fc.array(fc.nat(3), { maxLength: 3 }))
  .map(([debits, refills]) =>
    [...debits.map((one, index) => debit(index, one)), ...[...new Set(refills)].map(refill)].toSorted(
      compareEntries,
    ),
  );

const rowsOf = (entries: readonly LedgerEntry[]) => {
  const seal = sealEntries(corePool, { entries }, later(9_999).toISOString());
  return entries.map((entry, index) => sealedRow(entry, seal, index + 1));
};
const verify = (rows: readonly Parameters<typeof formatRow>[0][]) => {
  const verifier = new LedgerVerifier();
  verifier.push([headerLine(), ...rows.map(formatRow)].join(''));
  return verifier.end();
};

describe("a client's view of the ledger", () => {
  test('is verified like the whole ledger, with the same hashes, and hides scans, units and people of other organizations', () => {
    fc.assert(
      fc.property(ledgers, (entries) => {
        const rows = rowsOf(entries);
        const seen = rows.map((row) => rowForViewer(row, 'client-0'));
        const head = rows.at(-1)?.hash;
        for (const file of [rows, seen, rows.map(redactedRow)])
          expect(verify(file)).toMatchObject({ pools: [{ sealed: rows.length, head }] });
        const text = seen
          .filter(({ organizationId }) => organizationId !== 'client-0')
          .map(formatRow)
          .join('');
        for (const { organizationId, scanId = '', projectUnitId = '', personId = '' } of entries) {
          if (organizationId === undefined || organizationId === 'client-0') continue;
          expect(text).not.toContain(scanId);
          expect(text).not.toContain(`${projectUnitId},`);
          expect(text).not.toContain(personId);
        }
        for (const [index, row] of seen.entries()) {
          const { at, amount, hash, previousHash, organizationId } = rows[index] ?? {};
          expect(row).toMatchObject({ at, amount, hash, previousHash });
          const isOwn = organizationId === undefined || organizationId === 'client-0';
          expect(showsDigests(row)).toBe(!isOwn);
          if (isOwn) expect(row).toEqual(rows[index]);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test('a changed row is detected, whatever it shows', () => {
    fc.assert(
      fc.property(
        ledgers,
        fc.nat(),
        fc.constantFrom('amount', 'scanId', 'personId', 'cause'),
        (entries, at, field) => {
          const seen = rowsOf(entries).map((row) => rowForViewer(row, 'client-0'));
          const index = at % seen.length;
          const row = seen[index];
          fc.pre(row?.[field as 'amount'] !== undefined);
          const changed = {
            ...row,
            [field]: field === 'amount' ? row.amount + 1 : `x${row[field as 'cause']}`,
          };
          expect(verify(seen.with(index, changed))).toHaveProperty('reason');
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('gives one person a different digest in each scan, so that nobody can be tracked', () => {
    const base = { organization: 1, person: 1, seconds: 0 };
    const [a, b] = [debit(1, { ...base, scan: 1 }), debit(1, { ...base, scan: 2 })].map((entry) =>
      redactedRow(ledgerView(entry)),
    );
    expect(a?.personId).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(a?.personId).not.toBe(b?.personId);
    expect(a?.projectUnitId).not.toBe(b?.projectUnitId);
    expect(redactedRow(a!)).toEqual(a);
    expect(a?.cause).toBe(`consume#${a?.scanId}#${a?.projectUnitId}`);
  });
});
