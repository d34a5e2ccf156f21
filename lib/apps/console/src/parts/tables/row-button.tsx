import type { ReactElement, ReactNode } from 'react';
import styles from './row-button.module.css';

/** The name of a row, which opens it on the same page. It is as wide as its cell. */
export const RowButton = (props: { onClick: () => void; children: ReactNode }): ReactElement => (
  <button type="button" className={styles['open']} onClick={props.onClick}>
    {props.children}
  </button>
);
