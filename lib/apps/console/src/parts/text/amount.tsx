import type { ReactElement } from 'react';
import { money } from '@scangate/console/messages/money.ts';
import styles from './amount.module.css';

/** An amount in the smallest unit of its currency, as the service gives it. */
export const Money = ({ amount, currency }: { amount: number; currency: string }): ReactElement => (
  <span className={styles['amount']}>{money(amount, currency)}</span>
);
