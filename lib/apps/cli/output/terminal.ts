/** The output of a command: `out` is for results, `log` for everything else. */
export interface Terminal {
  out(text: string): void;
  log(text: string): void;
  /** The width of standard output in columns; undefined when it is not a terminal. */
  columns?: number | undefined;
  /** Whether output may be colored, by `--color`, NO_COLOR and the terminal. */
  isColored?: boolean | undefined;
  /** Rewrites the current line of standard error; undefined when that is no terminal. */
  redraw?: ((text: string) => void) | undefined;
}

/** Control characters and bidirectional marks: a file name must not control the terminal. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The beginnings of commands that the GitHub, Azure and TeamCity runners recognize within a line. */
const runnerCommand = /#(?=#(?:vso|teamcity)?\[)/g;

/**
 * Escapes untrusted text for display in a line, so that no CI runner interprets it as a command, wherever it is
 * wrapped.
 */
export const printable = (text: string): string =>
  text
    .replace(unprintable, escaped)
    .replace(runnerCommand, escaped)
    .replace(/(?<!\S):(?=:)/g, escaped);

/** Escapes untrusted text but keeps its line breaks; the result is still valid JSON. */
export const printableLines = (text: string): string =>
  text
    .replace(unprintable, (sign) => (sign === '\n' ? sign : escaped(sign)))
    .replace(runnerCommand, escaped)
    .replace(/(?<=^[^\S\n]*):(?=:)/gm, escaped);

/** Prints a value as indented JSON with escapes. */
export const printableJson = (value: unknown): string => printableLines(JSON.stringify(value, undefined, 2));

/** Aligns rows into columns. */
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
