import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { money } from '@scangate/console/messages/money.ts';
import styles from './amount.module.css';

/** An amount in the smallest unit of its currency, as the service gives it. */
export const Money = ({ amount, currency }: { amount: number; currency: string }): ReactElement => (
  <span className={styles['amount']}>{money(amount, currency)}</span>
);

/** A number of credits, licenses or findings. */
export const Credits = ({ value }: { value: number }): ReactElement => (
  <span className={styles['amount']}>{number(value)}</span>
);
