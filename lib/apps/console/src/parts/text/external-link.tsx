import type { ReactElement, ReactNode } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Icon } from './icon.tsx';
import styles from './external-link.module.css';

/** The address of a link that may be followed: https, or the address of this page, without a name and a password in it. */
export const safeHref = (href: string): string | undefined => {
  try {
    const url = new URL(href);
    // The local service has the pages of its invoices on the console's own origin, which is http there.
    const isOwn = url.protocol === 'http:' && url.origin === globalThis.location?.origin;
    return (isOwn || url.protocol === 'https:') && url.username === '' && url.password === ''
      ? url.href
      : undefined;
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
