import { memo, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import type { Column } from './column.ts';
import styles from './table.module.css';

export interface TableRowProps<T> {
  row: T;
  rowKey: string;
  index: number;
  columns: readonly Column<T>[];
  /** Undefined in a table without selection. */
  isSelected: boolean | undefined;
  onSelect: (rowKey: string, selected: boolean) => void;
}

export const cellClass = <T,>({ align, hideBelow }: Column<T>): string =>
  [align === 'end' && styles['end'], hideBelow && styles['hideNarrow']].filter(Boolean).join(' ');

const Row = <T,>({ row, rowKey, index, columns, isSelected, onSelect }: TableRowProps<T>): ReactElement => (
  <tr aria-rowindex={index + 2} aria-selected={isSelected} className={styles['row']}>
    {isSelected !== undefined && (
      <td className={styles['check']}>
        <Checkbox
          label={partMessages.selectRow(String(index + 1))}
          hideLabel
          checked={isSelected}
          onChange={(selected) => onSelect(rowKey, selected)}
        />
      </td>
    )}
    {columns.map((column, at) =>
      at === 0 ? (
        <th key={column.key} scope="row" className={cellClass(column)}>
          {column.cell(row)}
        </th>
      ) : (
        <td key={column.key} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      ),
    )}
  </tr>
);

/** One row. It renders again only when its own row, its own selection or the columns change. */
export const TableRow = memo(Row) as typeof Row;
