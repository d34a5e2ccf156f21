import type { ReactNode } from 'react';

export interface Column<T> {
  key: string;
  title: string;
  cell: (row: T) => ReactNode;
  sortable?: boolean;
  align?: 'end';
  /** A CSS width, such as `9rem`; without one a column shares what is left. */
  width?: string;
  /** Leaves the column out on a narrow screen. */
  hideBelow?: 'narrow';
}

export interface Sort {
  key: string;
  direction: 'ascending' | 'descending';
}

/** The order after a click on the heading of a column. */
export const nextSort = (current: Sort | undefined, key: string): Sort => ({
  key,
  direction: current?.key === key && current.direction === 'ascending' ? 'descending' : 'ascending',
});

/** The narrowest that a column without a width of its own may be. */
const flexible = { wide: '9rem', narrow: '6.5rem' };

/** The width below which a table scrolls in its frame, in place of squeezing its columns. */
export const leastWidth = <T>(columns: readonly Column<T>[], isNarrow: boolean): string => {
  const shown = columns.filter(({ hideBelow }) => !isNarrow || hideBelow === undefined);
  return `calc(${shown.map(({ width = isNarrow ? flexible.narrow : flexible.wide }) => width).join(' + ')})`;
};
