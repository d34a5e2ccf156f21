/** Where a command writes: results on `out`, everything else on `note`. */
export interface Terminal {
  out(text: string): void;
  log(text: string): void;
}

/** Control characters, and those that turn the direction of text: a file name must not write to the terminal. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text from outside as it may be shown in a line. */
export const printable = (text: string): string => text.replace(unprintable, escaped);

/** Text of many lines: their breaks stay, and what else does not print is escaped, as JSON permits. */
export const printableLines = (text: string): string =>
  text.replace(unprintable, (sign) => (sign === '\n' ? sign : escaped(sign)));

/** Indented JSON that prints. */
export const printableJson = (value: unknown): string => printableLines(JSON.stringify(value, undefined, 2));

/** Columns as wide as their widest cell. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const shown = rows.map((row) => row.map(printable));
  const widths = (shown[0] ?? []).map((_cell, at) => Math.max(...shown.map((row) => row[at]?.length ?? 0)));
  return shown
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
