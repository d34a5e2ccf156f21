import type { ReactElement, ReactNode } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Icon } from './icon.tsx';
import styles from './external-link.module.css';

/** The address of a link that may be followed: https, without a name and a password in it. */
export const safeHref = (href: string): string | undefined => {
  try {
    const url = new URL(href);
    const isSafe = url.protocol === 'https:' && url.username === '' && url.password === '';
    return isSafe ? url.href : undefined;
  } catch {
    return undefined;
  }
};

/** A link to another site. An address that is not https is shown as text alone. */
export const ExternalLink = ({ href, children }: { href: string; children: ReactNode }): ReactElement => {
  const safe = safeHref(href);
  if (safe === undefined) return <span>{children}</span>;
  return (
    <a className={styles['link']} href={safe} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" />
      <span className="visually-hidden">{partMessages.newTab}</span>
    </a>
  );
};
