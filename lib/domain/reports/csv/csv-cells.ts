/**
 * Matches text that a spreadsheet may take for a formula: one of these characters first, after any spaces, controls
 * and invisible characters, or a tab or line break. Leading apostrophes are skipped, so that `escapeFormula` can be
 * undone.
 */
const formula = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/** Puts an apostrophe before text that a spreadsheet may take for a formula. */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Matches separators and the characters next to them, followed by the first character of a formula, if any. */
const beforeFormula = /([;\s"'\p{Cc}\p{Cf}]+)([=+\-@\uff1d\uff0b\uff0d\uff20]?)/gu;
const separator = /[;\t\r\n]/;

/**
 * Escapes text for spreadsheets whose separator may also be a semicolon or a tab. Such a spreadsheet ignores a quote
 * in the middle of a line, and so takes the text after a semicolon for a cell. This escaping cannot be undone.
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

/** Writes a line of RFC 4180. The caller escapes cells that a spreadsheet would evaluate. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
