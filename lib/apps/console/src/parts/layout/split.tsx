import type { ReactElement, ReactNode } from 'react';
import styles from './split.module.css';

interface SplitProps {
  children: ReactNode;
  /** Stands beside the list: the row that is open. */
  detail?: ReactNode;
}

/** A list, and beside it the open row. A narrow screen shows only the open row. */
export const Split = ({ children, detail }: SplitProps): ReactElement => (
  <div className={detail === undefined ? styles['whole'] : styles['split']}>
    <div className={styles['list']}>{children}</div>
    {detail}
  </div>
);
