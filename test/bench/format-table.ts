import { isOver, type Figure } from './figures.ts';

const cellOf = (figure: Figure | undefined): string => {
  if (!figure) return '';
  const { value, limit, exactly } = figure;
  const shown = value.toLocaleString('en');
  return limit === undefined ? shown : `${shown} ${exactly ? 'of' : '≤'} ${limit.toLocaleString('en')}`;
};

const verdictOf = (figures: readonly Figure[]): string => {
  if (figures.some(isOver)) return 'OVER';
  return figures.some(({ limit }) => limit !== undefined) ? 'ok' : '';
};

/** Writes rows in aligned columns, those with numbers to the right. */
export const alignColumns = (rows: readonly string[][], toTheRight: readonly number[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return toTheRight.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
};

const sectionText = (section: string, figures: readonly Figure[]): string => {
  const units = [...new Set(figures.map(({ unit }) => unit))];
  const rows = [...Map.groupBy(figures, ({ what }) => what)].map(([what, own]) => [
    what,
    ...units.map((unit) => cellOf(own.find((figure) => figure.unit === unit))),
    verdictOf(own),
  ]);
  return [
    section,
    ...alignColumns(
      [['', ...units, ''], ...rows],
      [...units.keys(), units.length].map((at) => at + 1),
    ).map((line) => `  ${line}`),
  ].join('\n');
};

/** Writes a block per section, a line per measured thing and a column per unit. */
export const formatTable = (figures: readonly Figure[]): string =>
  [...Map.groupBy(figures, ({ section }) => section)]
    .map(([section, own]) => sectionText(section, own))
    .join('\n\n');
