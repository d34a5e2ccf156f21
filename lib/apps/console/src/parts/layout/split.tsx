import type { ReactElement, ReactNode } from 'react';
import styles from './split.module.css';

interface SplitProps {
  children: ReactNode;
  /** Stands beside the list: the row that is open. */
  detail?: ReactNode;
}

/** A list, and beside it what is open of it. A narrow screen shows the open one alone. */
export const Split = ({ children, detail }: SplitProps): ReactElement => (
  <div className={detail === undefined ? styles['whole'] : styles['split']}>
    <div className={styles['list']}>{children}</div>
    {detail}
  </div>
);
