import type { ReactElement, ReactNode } from 'react';
import styles from './empty.module.css';

interface EmptyProps {
  title: string;
  /** The first step, as a sentence. */
  children?: ReactNode;
  action?: ReactNode;
}

/** A list without items: what would stand here, and the first step. */
export const Empty = ({ title, children, action }: EmptyProps): ReactElement => (
  <div className={styles['empty']}>
    <strong>{title}</strong>
    {children !== undefined && <p className={styles['step']}>{children}</p>}
    {action !== undefined && <div className={styles['action']}>{action}</div>}
  </div>
);
