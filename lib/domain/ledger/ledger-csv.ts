import { ledgerFields } from './ledger-view.ts';
import type { LedgerRow } from './seal-ledger.ts';

/** The columns of an export, in their order; it is part of the contract. */
export const ledgerColumns = [...ledgerFields, 'segment', 'position', 'previousHash', 'hash'] as const;

/** Of which a cell is a plain number, also a negative one. */
const numbers: ReadonlySet<string> = new Set(['amount', 'segment']);

/**
 * What a spreadsheet would take for a formula: one of these signs first, whatever blanks, controls and invisible signs
 * stand before it; or a tab or line break. With it anything that becomes one when apostrophes are taken away, so that
 * `defuse` can be undone.
 */
const formula = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/** Text that no spreadsheet computes: an apostrophe before it where it could. */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text as it was before `defuse`. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Quoted where RFC 4180 asks for it. */
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

export const headerLine = (): string => lineOf(ledgerColumns);

/** A row of the ledger as a line of RFC 4180; what it lacks is an empty cell. */
export const formatRow = (row: LedgerRow): string =>
  lineOf(
    ledgerColumns.map((column) => {
      const value = row[column] ?? '';
      return typeof value === 'number' ? String(value) : escapeFormula(value);
    }),
  );

const integer = /^(?:0|-?[1-9]\d{0,14})$/;

/** A row that cannot be one of an export; `what` says why. */
export class InvalidRow extends Error {}

/** The row that a line was written from. @throws NotARow when no export would have written these cells. */
export const parseRow = (cells: readonly string[]): LedgerRow => {
  if (cells.length !== ledgerColumns.length)
    throw new InvalidRow(`it has ${cells.length} cells and not ${ledgerColumns.length}`);
  const row: Record<string, string | number> = {};
  for (const [index, column] of ledgerColumns.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    if (numbers.has(column) && !integer.test(cell)) throw new InvalidRow(`${column} is no whole number`);
    const text = unescapeFormula(cell);
    if (!numbers.has(column) && escapeFormula(text) !== cell) throw new InvalidRow(`${column} is a formula`);
    row[column] = numbers.has(column) ? Number(cell) : text;
  }
  const lacking = (['at', 'pool', 'kind', 'amount', 'cause'] as const).find((column) => !(column in row));
  if (lacking) throw new InvalidRow(`${lacking} is empty`);
  return row as unknown as LedgerRow;
};
