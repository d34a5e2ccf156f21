import { csvLine, escapeFormula, unescapeFormula } from '../reports/csv/csv-cells.ts';
import { ledgerFields } from './ledger-view.ts';
import type { LedgerRow } from './seal-ledger.ts';

/** The columns of an export. Their order is part of the contract. */
export const ledgerColumns = [...ledgerFields, 'segment', 'position', 'previousHash', 'hash'] as const;

/** The columns whose cells are numbers. */
const numbers: ReadonlySet<string> = new Set(['amount', 'segment']);

/** The first line of a ledger as CSV. */
export const headerLine = (): string => csvLine(ledgerColumns);

/** A row of the ledger as a line of RFC 4180. An absent field is an empty cell. */
export const formatRow = (row: LedgerRow): string =>
  csvLine(
    ledgerColumns.map((column) => {
      const value = row[column] ?? '';
      return typeof value === 'number' ? String(value) : escapeFormula(value);
    }),
  );

const integer = /^(?:0|-?[1-9]\d{0,14})$/;

/** Thrown for a row that no export contains; the message says why. */
export class InvalidRow extends Error {}

/** Parses the cells of a line. @throws InvalidRow when no export contains these cells. */
export const parseRow = (cells: readonly string[]): LedgerRow => {
  if (cells.length !== ledgerColumns.length)
    throw new InvalidRow(`it has ${cells.length} cells instead of ${ledgerColumns.length}`);
  const row: Record<string, string | number> = {};
  for (const [index, column] of ledgerColumns.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    if (numbers.has(column) && !integer.test(cell)) throw new InvalidRow(`${column} is not a whole number`);
    const text = unescapeFormula(cell);
    if (!numbers.has(column) && escapeFormula(text) !== cell) throw new InvalidRow(`${column} is a formula`);
    row[column] = numbers.has(column) ? Number(cell) : text;
  }
  const missing = (['at', 'pool', 'kind', 'amount', 'cause'] as const).find((column) => !(column in row));
  if (missing) throw new InvalidRow(`${missing} is empty`);
  return row as Partial<LedgerRow> as LedgerRow;
};
