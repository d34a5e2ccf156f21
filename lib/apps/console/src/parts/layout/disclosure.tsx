import type { ReactElement, ReactNode } from 'react';
import { Icon } from '@scangate/console/parts/text/icon.tsx';
import styles from './disclosure.module.css';

interface DisclosureProps {
  summary: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** Details that stay closed until opened. */
export const Disclosure = ({ summary, open = false, children }: DisclosureProps): ReactElement => (
  <details className={styles['details']} open={open}>
    <summary className={styles['summary']}>
      <Icon name="right" />
      <span>{summary}</span>
    </summary>
    <div className={styles['content']}>{children}</div>
  </details>
);
