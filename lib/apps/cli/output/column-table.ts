import { columnsOf, fitCell, padCell } from './fit-cell.ts';
import { printable } from './terminal.ts';

export interface Column {
  title: string;
  /** The end of a cell that is kept when it is shortened. */
  keeps: 'start' | 'end';
  /** The minimum terminal width at which the column is shown. */
  leastColumns: number;
  /** The minimum width of the column; without it, the column is never shortened. */
  shrinksTo?: number;
}

export interface TableOptions {
  columns: readonly Column[];
  /** The width of the terminal; without one, nothing is shortened. */
  width: number | undefined;
  /** Colors a padded cell; the header has no row. */
  style?: (text: string, row: number, column: number) => string;
}

const gap = '  ';

/** Narrows the widest column that may be shortened, one at a time, until the row fits. */
const fitWidths = (widths: readonly number[], columns: readonly Column[], width: number): number[] => {
  const fitted = [...widths];
  const total = (): number => fitted.reduce((sum, one) => sum + one, 0) + gap.length * (fitted.length - 1);
  while (total() > width) {
    const reducible = fitted
      .map((one, at) => ({ one, at, least: columns[at]?.shrinksTo ?? Infinity }))
      .filter(({ one, least }) => one > least)
      .toSorted((a, b) => b.one - a.one);
    const [widest] = reducible;
    if (!widest) break;
    fitted[widest.at] = widest.one - 1;
  }
  return fitted;
};

/** Aligns rows under headers, with columns as wide as their cells on a terminal. */
export const columnTable = (
  rows: readonly (readonly string[])[],
  { columns, width, style = (text) => text }: TableOptions,
): string => {
  const shown = columns
    .map((column, at) => ({ column, at }))
    .filter(
      ({ column, at }) =>
        (width === undefined || width >= column.leastColumns) && rows.some((row) => (row[at] ?? '') !== ''),
    );
  const cells = rows.map((row) => shown.map(({ at }) => printable(row[at] ?? '')));
  const titles = shown.map(({ column }) => column.title);
  const natural = titles.map((title, at) =>
    Math.max(columnsOf(title), ...cells.map((row) => columnsOf(row[at] ?? ''))),
  );
  const kept = shown.map(({ column }) => column);
  const widths = width === undefined ? natural : fitWidths(natural, kept, width);
  const line = (row: readonly string[], number: number): string =>
    row
      .map((cell, at) => {
        const fitted = fitCell(cell, widths[at] ?? 0, kept[at]?.keeps);
        const isLast = at === row.length - 1;
        return style(isLast ? fitted : padCell(fitted, widths[at] ?? 0), number, shown[at]?.at ?? at);
      })
      .join(gap)
      .trimEnd();
  return [line(titles, -1), ...cells.map((row, number) => line(row, number))].join('\n');
};
