import type { ReactElement, ReactNode } from 'react';
import styles from './key-value.module.css';

export interface KeyValueItem {
  label: string;
  value: ReactNode;
}

/** Facts of one thing: the name of each beside its value. */
export const KeyValue = ({ items }: { items: readonly KeyValueItem[] }): ReactElement => (
  <dl className={styles['list']}>
    {items.map(({ label, value }) => (
      <div key={label} className={styles['item']}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
