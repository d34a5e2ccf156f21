import type { ReactElement, ReactNode } from 'react';
import styles from './banner.module.css';

export interface BannerProps {
  tone?: 'info' | 'warning' | 'danger';
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A state of the page or the organization that stays until it changes. What is urgent is announced at once. */
export const Banner = ({ tone = 'info', title, children, actions }: BannerProps): ReactElement => (
  <div className={`${styles['banner']} ${styles[tone]}`} role={tone === 'danger' ? 'alert' : 'status'}>
    <div className={styles['words']}>
      <strong>{title}</strong>
      {children !== undefined && <div className={styles['more']}>{children}</div>}
    </div>
    {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
  </div>
);
