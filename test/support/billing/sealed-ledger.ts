import * as fc from 'fast-check';
import { headerLine, formatRow } from '@scangate/domain/ledger/ledger-csv';
import { compareEntries, ledgerView } from '@scangate/domain/ledger/ledger-view';
import { sealedRow, sealEntries, type LedgerRow } from '@scangate/domain/ledger/seal-ledger';
import { LedgerVerifier, type VerifyLedgerOptions } from '@scangate/domain/ledger/verify-ledger';
import type { Change } from '@scangate/domain/record-changes';
import type { LedgerEntry, LedgerSeal } from '@scangate/domain/records';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import type { Store } from '#ports/store.ts';
import { later, noon, write } from '../world.ts';
import { anyCharacter } from '#test/support/any-character.ts';

export const accountId = '00000000-0000-4000-8000-00000000acc0';

export const corePool = { accountId, pool: 'core' as const };
export const entryAt = (index: number): LedgerEntry => ({
  ...corePool,
  cause: `adjust#${String(index).padStart(4, '0')}`,
  at: later(index).toISOString(),
  kind: 'adjust',
  amount: index,
});
export const entriesUpTo = (count: number) => Array.from({ length: count }, (_, index) => entryAt(index));

/** Texts that are difficult for CSV, spreadsheets or hashes. */
export const hostileText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc
    .array(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        "'",
        '"',
        ',',
        ' ',
        '\u00a0',
        '＝',
        'a',
        '\ufeff',
        '\0',
      ),
      { maxLength: 8 },
    )
    .map((signs) => signs.join('')),
);

/** A random entry. `index` makes its cause unique. */
const someEntry = (pool: PoolName, index: number): fc.Arbitrary<LedgerEntry> =>
  fc
    .record({
      seconds: fc.nat(3),
      kind: fc.constantFrom('consume', 'grant', 'expire', 'adjust'),
      amount: fc.integer({ min: -500, max: 500 }),
      motif: fc.option(hostileText, { nil: undefined }),
      source: fc.option(fc.constantFrom('refill', 'core-100'), { nil: undefined }),
      word: fc.constantFrom('consume', 'adjust', 'pack'),
    })
    .map(({ seconds, word, ...fields }) => ({
      accountId,
      pool,
      at: later(seconds).toISOString(),
      cause: `${word}#${index}`,
      ...(fields as Pick<LedgerEntry, 'kind' | 'amount'>),
    }));

/** Random entries of a pool in their order, some of them of the same instant. */
export const someEntries = (pool: PoolName, most = 12): fc.Arbitrary<LedgerEntry[]> =>
  fc
    .nat(most)
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => someEntry(pool, index))))
    .map((entries) => entries.toSorted(compareEntries));

/** The rows of a pool whose first `sealed` entries are sealed, `segment` entries in each segment. */
export const rowsOf = (entries: readonly LedgerEntry[], sealed: number, segment: number): LedgerRow[] => {
  const rows: LedgerRow[] = [];
  let last: LedgerSeal | undefined;
  for (let start = 0; start < Math.min(sealed, entries.length); start += segment) {
    const some = entries.slice(start, Math.min(start + segment, sealed));
    const pool = some[0]?.pool ?? 'core';
    const seal = sealEntries({ accountId, pool }, { last, entries: some }, noon.toISOString());
    rows.push(...some.map((entry, index) => sealedRow(entry, seal, index + 1)));
    last = seal;
  }
  return [...rows, ...entries.slice(sealed).map(ledgerView)];
};

export const csvOf = (rows: readonly LedgerRow[]): string => [headerLine(), ...rows.map(formatRow)].join('');

/** Verifies a file in pieces of this length. */
export const verify = (text: string, options: VerifyLedgerOptions = {}, pieceLength = 1_000_000) => {
  const verifier = new LedgerVerifier(options);
  for (let at = 0; at < text.length; at += pieceLength) {
    const fault = verifier.push(text.slice(at, at + pieceLength));
    if (fault) return fault;
  }
  return verifier.end();
};

/** The line on which each row begins. The header is line 1. */
export const linesOf = (rows: readonly LedgerRow[]): number[] => {
  let line = 2;
  return rows.map((row) => {
    const begins = line;
    line += formatRow(row).split('\n').length - 1;
    return begins;
  });
};

/** Books entries of one credit each to the core pool, in as many transactions as necessary. */
export const bookMany = async (
  store: Store,
  {
    accountId: owner,
    count,
    at,
    name = 'adjust',
  }: { accountId: string; count: number; at: Date; name?: string },
) => {
  const common = { accountId: owner, pool: 'core', at: at.toISOString(), kind: 'adjust', amount: 1 } as const;
  for (let start = 0; start < count; start += 90) {
    const some = Math.min(90, count - start);
    const entries = Array.from({ length: some }, (_, index): Change => {
      const item = { ...common, cause: `${name}#${start + index}` };
      return { change: 'insert', record: 'ledgerEntry', item };
    });
    const id = { accountId: owner, pool: 'core' } as const;
    const add = { available: some, purchased: some };
    await write(store, [...entries, { change: 'update', record: 'pool', id, add }]);
  }
};
