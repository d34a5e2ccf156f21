import type { ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { nextSort, type Column, type Sort } from './column.ts';
import { cellClass } from './table-row.tsx';
import styles from './table.module.css';

interface HeadingCellProps<T> {
  column: Column<T>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

const marks = { ascending: '↑', descending: '↓' } as const;

/** The heading of a column, with the order of the rows where the column decides it. */
export const HeadingCell = <T,>({ column, sort, onSort }: HeadingCellProps<T>): ReactElement => {
  const { key, title, width, sortable = false } = column;
  const direction = sort?.key === key ? sort.direction : undefined;
  return (
    <th
      scope="col"
      className={cellClass(column)}
      style={width === undefined ? undefined : { inlineSize: width }}
      aria-sort={sortable ? (direction ?? 'none') : undefined}
    >
      {sortable && onSort ? (
        <button
          type="button"
          className={styles['sort']}
          aria-label={partMessages.sortBy(title)}
          onClick={() => onSort(nextSort(sort, key))}
        >
          {title}
          <span aria-hidden="true">{direction ? marks[direction] : ''}</span>
        </button>
      ) : (
        title
      )}
    </th>
  );
};
