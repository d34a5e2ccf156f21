import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import styles from './page.module.css';

export interface PageProps {
  title: string;
  /** Stands in place of the title, such as a title with a badge. The tab keeps the title. */
  heading?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  tabs?: ReactNode;
  children?: ReactNode;
}

/** The heading, which gets the focus after a move to another page, so that a screen reader begins there. */
const useFocusedHeading = (title: string) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = frameMessages.tabTitle(title);
  }, [title]);
  useEffect(() => {
    // The first page of a visit leaves the focus to the browser, and a dialog over the page keeps it.
    const isFirst = !(window.history.state?.['__TSR_index'] > 0);
    if (!isFirst && !document.querySelector('[role="dialog"]'))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
};

/** A page of the console: its heading, what it says first, its actions, and below them the panels. */
export const Page = ({ title, heading, lead, actions, tabs, children }: PageProps): ReactElement => {
  const ref = useFocusedHeading(title);
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <div className={styles['titles']}>
          <h1 ref={ref} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {lead !== undefined && <div className={styles['lead']}>{lead}</div>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {tabs}
      <div className={styles['body']}>{children}</div>
    </div>
  );
};
