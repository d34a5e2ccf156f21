import { useCallback, useRef, type CSSProperties, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import { leastWidth, type Column, type Sort } from './column.ts';
import { HeadingCell } from './heading-cell.tsx';
import { TableRow } from './table-row.tsx';
import { useRowWindow } from './use-row-window.ts';
import styles from './table.module.css';

export interface TableProps<T> {
  label: string;
  /** Declared once outside the component, or kept by `useMemo`: new columns render every row. */
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** The number of rows of the whole list, as far as it is known. */
  total?: number | undefined;
  /** Asks for the next page when its last row comes near. */
  onEnd?: (() => void) | undefined;
  /** Draws the rows near the screen alone. By default from a hundred rows on, and while more pages follow. */
  virtual?: boolean;
  selection?: { keys: ReadonlySet<string>; onChange: (keys: ReadonlySet<string>) => void };
}

/** Changes the selection without a new function for each row, which would render all of them. */
const useSelect = <T,>({ selection }: TableProps<T>) => {
  const latest = useRef(selection);
  latest.current = selection;
  return useCallback((key: string, selected: boolean) => {
    const keys = new Set(latest.current?.keys);
    if (selected) keys.add(key);
    else keys.delete(key);
    latest.current?.onChange(keys);
  }, []);
};

const SelectAll = <T,>({ rows, rowKey, selection }: TableProps<T>): ReactElement | null => {
  if (!selection) return null;
  const all = rows.length > 0 && rows.every((row) => selection.keys.has(rowKey(row)));
  return (
    <th scope="col" className={styles['check']}>
      <Checkbox
        label={partMessages.selectAll}
        hideLabel
        checked={all}
        indeterminate={!all && selection.keys.size > 0}
        onChange={(selected) => selection.onChange(new Set(selected ? rows.map(rowKey) : []))}
      />
    </th>
  );
};

const widthsOf = <T,>(columns: readonly Column<T>[]): CSSProperties =>
  ({ '--wide': leastWidth(columns, false), '--narrow': leastWidth(columns, true) }) as CSSProperties;

/** Rows of one kind. Sorting and filtering are done by the service, and are part of the URL. */
export const Table = <T,>(props: TableProps<T>): ReactElement => {
  const { label, columns, rows, rowKey, sort, onSort, total, onEnd, selection } = props;
  const isVirtual = props.virtual ?? (onEnd !== undefined || rows.length > 100);
  const { body, from, to, before, after } = useRowWindow(rows.length, isVirtual, onEnd);
  const select = useSelect(props);
  const count = total ?? (onEnd ? -1 : rows.length);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
    <div className={styles['scroll']} role="group" aria-label={label} tabIndex={0}>
      <table
        className={styles['table']}
        style={widthsOf(columns)}
        aria-label={label}
        aria-rowcount={count < 0 ? -1 : count + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <SelectAll {...props} />
            {columns.map((column) => (
              <HeadingCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <tr aria-hidden="true" style={{ blockSize: before }} />}
          {rows.slice(from, to).map((row, at) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              rowKey={rowKey(row)}
              index={from + at}
              columns={columns}
              isSelected={selection?.keys.has(rowKey(row))}
              onSelect={select}
            />
          ))}
          {after > 0 && <tr aria-hidden="true" style={{ blockSize: after }} />}
        </tbody>
      </table>
    </div>
  );
};
