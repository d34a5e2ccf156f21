/** One line of the result table: a measured value, its limit if any, and a comparison. */
export interface Row {
  section: string;
  what: string;
  value: number;
  unit: string;
  atLeast?: number;
  atMost?: number;
  /** Another program's value in the same run, or why there is none. */
  beside?: { program: string; value: number } | { program: string; missing: string };
}

export type Verdict = 'pass' | 'FAIL' | '';

/** Returns the verdict; NaN passes no limit. */
export const verdictOf = ({ value, atLeast, atMost }: Row): Verdict => {
  if (atLeast === undefined && atMost === undefined) return '';
  const within = value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity);
  return within ? 'pass' : 'FAIL';
};

/** Returns how many times better the value is than the other program's. */
export const ratioOf = ({ value, unit, beside }: Row): number | undefined => {
  if (!beside || !('value' in beside) || beside.value <= 0 || value <= 0) return undefined;
  return unit === 'ms' ? beside.value / value : value / beside.value;
};

const shown = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 1 });

const limitText = ({ atLeast, atMost }: Row): string => {
  if (atLeast !== undefined) return `≥ ${shown(atLeast)}`;
  return atMost === undefined ? '' : `≤ ${shown(atMost)}`;
};

const besideText = (row: Row): string => {
  const { beside } = row;
  if (!beside) return '';
  if ('missing' in beside) return `${beside.program}: ${beside.missing}`;
  return `${beside.program} ${shown(beside.value)}: ratio ${shown(ratioOf(row) ?? NaN)}`;
};

const cellsOf = (row: Row): string[] => [
  row.what,
  shown(row.value),
  row.unit,
  limitText(row),
  verdictOf(row),
  besideText(row),
];

/** Formats a block per section with aligned columns. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = new Map(rows.map((row) => [row, cellsOf(row)]));
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(0, ...rows.map((row) => cells.get(row)![column]!.length)),
  );
  const lineOf = (row: Row): string =>
    cells
      .get(row)!
      .map((cell, column) => (column === 1 ? cell.padStart(widths[1]!) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [...Map.groupBy(rows, ({ section }) => section)]
    .map(([section, own]) => [section, ...own.map((row) => `  ${lineOf(row)}`)].join('\n'))
    .join('\n\n');
};
