import { useEffect, type ReactElement, type ReactNode } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { Brand } from './brand.tsx';
import styles from './centered-page.module.css';

/** A page without navigation: sign-in, invitation, and the like. */
export const CenteredPage = ({ title, children }: { title: string; children: ReactNode }): ReactElement => {
  useEffect(() => {
    document.title = frameMessages.tabTitle(title);
  }, [title]);
  return (
    <main className={styles['page']}>
      <Brand />
      <h1>{title}</h1>
      {children}
    </main>
  );
};
