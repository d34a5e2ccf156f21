import { useId, type ReactNode } from 'react';
import { plotMessages } from '@scangate/console/messages/plots.ts';
import type { PlotSize } from './plot-frame.ts';
import styles from './plot.module.css';
import { useWidth } from './use-width.ts';

export interface PlotTable {
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

interface PlotFigureProps {
  title: string;
  /** Shows what the vertical axis counts. */
  unit: string;
  height: number;
  table: PlotTable;
  children: (size: PlotSize) => ReactNode;
}

const TableBehind = ({ columns, rows, caption }: PlotTable & { caption: string }) => (
  <details className={styles['behind']}>
    <summary>{plotMessages.showTable}</summary>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keys */}
    <div className={styles['scroll']} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);

/** A plot with title and unit above, and its numbers as a table behind. */
export const PlotFigure = ({ title, unit, height, table, children }: PlotFigureProps) => {
  const [ref, width] = useWidth<HTMLDivElement>();
  const id = useId();
  const caption = plotMessages.inUnit(title, unit);
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption id={id} className={styles['caption']}>
        <span className={styles['title']}>{title}</span> <span className={styles['unit']}>{unit}</span>
      </figcaption>
      <div ref={ref}>
        <svg className={styles['svg']} width="100%" height={height} role="img" aria-label={caption}>
          {children({ width, height })}
        </svg>
      </div>
      <TableBehind {...table} caption={caption} />
    </figure>
  );
};
