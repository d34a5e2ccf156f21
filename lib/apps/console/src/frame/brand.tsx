import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import styles from './brand.module.css';

/** The name of the product with its sign: a gate. */
export const Brand = (): ReactElement => (
  <span className={styles['brand']}>
    <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <rect width="16" height="16" rx="3" />
      <path d="M4 4v8M12 4v8M4 8h8" />
    </svg>
    {frameMessages.product}
  </span>
);
