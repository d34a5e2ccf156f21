/**
 * Text that a spreadsheet may take for a formula: one of these characters first, after any blanks, controls and
 * invisible characters, or a tab or line break. Leading apostrophes are skipped, so that `escapeFormula` can be undone.
 */
const formula = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/** Puts an apostrophe before text that a spreadsheet may take for a formula. */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Separators and what may stand beside them, with the character of a formula behind, if there is one. */
const beforeFormula = /([;\s"'\p{Cc}\p{Cf}]+)([=+\-@\uff1d\uff0b\uff0d\uff20]?)/gu;
const separator = /[;\t\r\n]/;

/**
 * Escapes text also for a spreadsheet whose separator is a semicolon or a tab. It ignores a quote in the middle of a line,
 * and so takes what follows a semicolon for a cell. Nothing undoes this.
 */
export const escapeCell = (text: string): string =>
  escapeFormula(
    text.replaceAll(beforeFormula, (found, before: string, sign: string) =>
      sign !== '' && separator.test(before) ? `${before}'${sign}` : found,
    ),
  );

/** Undoes `escapeFormula`. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Quotes a cell if RFC 4180 requires it, or if a spreadsheet may take a part of it for another cell. */
const quoted = (cell: string): string =>
  /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A line of RFC 4180. Cells are escaped where a spreadsheet would compute them, by the caller. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
