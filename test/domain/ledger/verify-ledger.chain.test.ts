import { describe, expect, test } from 'vitest';
import { ledgerView } from '@scangate/domain/ledger/ledger-view';
import { chainHash, genesisHash, type LedgerRow } from '@scangate/domain/ledger/seal-ledger';
import { csvOf, entryAt, entriesUpTo, rowsOf, verify } from '#test/support/billing/sealed-ledger.ts';

/** A chain whose hashes are right, with these places. */
const chainOf = (...places: [segment: number, position: string][]): LedgerRow[] => {
  let previousHash = genesisHash;
  return places.map(([segment, position], index) => {
    const placed = { ...ledgerView(entryAt(index)), segment, position };
    const row = { ...placed, previousHash, hash: chainHash(previousHash, placed) };
    previousHash = row.hash;
    return row;
  });
};
const broken = 'it does not continue the row before it: a row was removed, inserted or moved here';

describe('a chain whose hashes are right', () => {
  test('begins each segment after the previous one, at its first position', () => {
    expect(verify(csvOf(chainOf([1, '1 of 1'], [2, '1 of 1'])))).toHaveProperty('pools');
  });

  const unexplained = (next: number, after: number) =>
    `segment ${next} of core continues segment ${after}, which only the signed statement of a restoration explains`;

  test.each<[string, string, ...[number, string][]]>([
    ['leaves out a segment', unexplained(3, 1), [1, '1 of 1'], [3, '1 of 1']],
    ['begins the next segment at a later position', broken, [1, '1 of 1'], [2, '2 of 2']],
    ['repeats a segment', broken, [1, '1 of 1'], [1, '1 of 1']],
  ])('is refused when it %s', (_, reason, ...places) => {
    expect(verify(csvOf(chainOf(...places)))).toMatchObject({ line: 3, reason });
  });

  test('is refused when its first segment has a later number', () => {
    expect(verify(csvOf(chainOf([3, '1 of 1'])))).toMatchObject({ line: 2, reason: unexplained(3, 0) });
  });
});

test('a file with other columns is reported as no ledger export', () => {
  expect(() => verify('at,amount\r\n')).toThrow('does not name the columns of a ledger export');
});

describe('a row that no export contains', () => {
  const rowOf = (change: (line: string) => string): string => {
    const [header = '', row = ''] = csvOf(rowsOf(entriesUpTo(1), 0, 1)).split('\r\n');
    return `${header}\r\n${change(row)}\r\n`;
  };

  test('is reported by its line and its cause', () => {
    const file = rowOf((row) => row.replace(',adjust,0,', ',adjust,none,'));
    expect(verify(file)).toEqual({
      line: 2,
      cause: 'adjust#0000',
      reason: 'amount is not a whole number',
    });
  });

  test('is reported by its line only when it has no cause', () => {
    const file = rowOf((row) => row.replace('adjust#0000', ''));
    expect(verify(file)).toEqual({ line: 2, reason: 'cause is empty' });
  });
});
