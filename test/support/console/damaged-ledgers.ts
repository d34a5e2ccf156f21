import { formatRow, headerLine } from '@scangate/domain/ledger/ledger-csv';
import type { LedgerRow } from '@scangate/domain/ledger/seal-ledger';
import type { LedgerEntry } from '@scangate/domain/records';
import { accountId, csvOf, rowsOf } from '#test/support/billing/sealed-ledger.ts';
import { later } from '#test/support/world.ts';

/** An exported ledger as a file, with the hashes that were noted earlier. */
export interface LedgerFile {
  name: string;
  bytes: Buffer;
  heads: string[];
  isDamaged: boolean;
}

const motifs = [
  '',
  'agreed',
  '=SUM(A1)',
  'said "so"',
  'two\r\nlines',
  'naïve 💸',
  '\u202egnp.exe',
  "'-1",
  ',,,',
];

const entry = (pool: 'core' | 'sast', index: number): LedgerEntry => {
  const isDebit = index % 3 === 1;
  const scanId = `0192f0c8-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const unit = `00000000-0000-8000-8000-${String(index % 4).padStart(12, '0')}`;
  return {
    accountId,
    pool,
    cause: isDebit ? `consume#${scanId}#${unit}` : `adjust#${String(index).padStart(6, '0')}`,
    at: later(index).toISOString(),
    kind: isDebit ? 'consume' : 'adjust',
    amount: isDebit ? -1 : 10 + index,
    ...(isDebit
      ? { scanId, projectUnitId: unit, organizationId: accountId, sourceTrigger: 'api' as const }
      : { motif: motifs[index % motifs.length] ?? '' }),
  };
};

const entries = (pool: 'core' | 'sast', count: number) =>
  Array.from({ length: count }, (_, index) => entry(pool, index));

/** The rows of both pools, most of them sealed. */
const ledger = (seed: number): LedgerRow[] => [
  ...rowsOf(entries('core', 20 + seed), 18 + seed, 1 + (seed % 7)),
  ...rowsOf(entries('sast', 5), 5, 2),
];

const at = (rows: readonly LedgerRow[], index: number): LedgerRow => {
  const row = rows[index];
  if (!row) throw new Error(`the ledger has no row ${index}`);
  return row;
};

type Damage = (rows: LedgerRow[]) => string | Buffer;

const altered =
  (change: (row: LedgerRow) => Partial<LedgerRow>, index = 6): Damage =>
  (rows) =>
    csvOf(rows.map((row, place) => (place === index ? { ...row, ...change(row) } : row)));

const withoutLine = (text: string, line: number): string =>
  text
    .split('\r\n')
    .filter((_, index) => index !== line)
    .join('\r\n');

const bytesWith = (text: string, byte: number): Buffer => {
  const bytes = Buffer.from(text);
  bytes[bytes.indexOf('naïve')] = byte;
  return bytes;
};

/** Twenty kinds of damage. */
const damages: Record<string, Damage> = {
  'another amount': altered(({ amount }) => ({ amount: amount + 1 })),
  'another time': altered(() => ({ at: later(6).toISOString().replace('.000Z', '.001Z') })),
  'another cause': altered(({ cause }) => ({ cause: `${cause}0` })),
  'another motif': altered(() => ({ motif: 'altered' })),
  'another kind': altered(() => ({ kind: 'grant' })),
  'another pool': altered(() => ({ pool: 'other' as 'core' })),
  'another hash': altered(({ hash }) => ({ hash: `${hash?.slice(1)}0` })),
  'another previous hash': altered(({ previousHash }) => ({ previousHash: `${previousHash?.slice(1)}0` })),
  'another place': altered(() => ({ position: '1 of 1' })),
  'an invalid place': altered(() => ({ position: '2 of 1' })),
  'no hash in the middle': altered(() => ({ hash: undefined })),
  'no seal in the middle': altered(() => ({
    hash: undefined,
    previousHash: undefined,
    segment: undefined,
    position: undefined,
  })),
  'a row removed': (rows) => csvOf(rows.filter((_, index) => index !== 6)),
  'a repeated row': (rows) => csvOf([...rows.slice(0, 7), at(rows, 6), ...rows.slice(7)]),
  'two swapped rows': (rows) => csvOf([...rows.slice(0, 6), at(rows, 7), at(rows, 6), ...rows.slice(8)]),
  'the pools mixed': (rows) => csvOf([...rows.slice(0, 6), at(rows, rows.length - 1), ...rows.slice(6)]),
  'an open quote': (rows) => `${headerLine()}${formatRow(at(rows, 0)).replace(',', ',"')}`,
  'no header': (rows) => withoutLine(csvOf(rows), 0),
  'a byte that is not UTF-8': (rows) => bytesWith(csvOf(rows), 0xff),
  'no file': () => '',
};

const file = (name: string, content: string | Buffer, heads: string[], isDamaged: boolean): LedgerFile => ({
  name,
  bytes: Buffer.from(content),
  heads,
  isDamaged,
});

const headOf = (rows: readonly LedgerRow[]): string =>
  rows.findLast(({ hash }) => hash !== undefined)?.hash ?? '';

/** Ten ledgers as they were exported, some with hashes that were noted earlier. */
const originals = Array.from({ length: 10 }, (_, seed): LedgerFile => {
  const rows = ledger(seed);
  const begin = seed === 1 ? '\ufeff' : '';
  const content = seed === 2 ? csvOf(rows).replaceAll('\r\n', '\n') : csvOf(rows);
  return file(
    `original ${seed}`,
    begin + content,
    seed % 2 === 0 ? [headOf(rows), at(rows, 3).hash ?? ''] : [],
    false,
  );
});

/** Forty damaged ledgers: each damage in two ledgers. */
const damaged = Object.entries(damages).flatMap(([name, damage]) =>
  [3, 11].map((seed) => file(`${name}, ${seed}`, damage(ledger(seed)), [], true)),
);

export const ledgerFiles: readonly LedgerFile[] = [...originals, ...damaged];
