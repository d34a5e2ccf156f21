import type { ReactElement, ReactNode } from 'react';
import type { PagePath } from '@scangate/console/routes/index.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import buttonStyles from './button.module.css';
import styles from './link.module.css';
import { pageHref, type PageAddress } from './page-href.ts';
import { useMove } from './use-move.ts';

export type LinkProps<P extends PagePath> = PageAddress<P> & {
  children: ReactNode;
  /** `text` is a link in a sentence, `row` the name of a row, `button` and `primary` look like buttons. */
  kind?: 'text' | 'row' | 'button' | 'primary' | undefined;
  label?: string;
};

const classNames = {
  text: styles['text'],
  row: styles['row'],
  button: buttonStyles['button'],
  primary: `${buttonStyles['button']} ${buttonStyles['primary']}`,
} as const;

/** A link to a page of the same organization. */
export const Link = <P extends PagePath>({
  children,
  kind = 'text',
  label,
  ...address
}: LinkProps<P>): ReactElement => {
  const { organizationId } = useSession().organization;
  const { hrefOf, onClick } = useMove();
  const path = pageHref(organizationId, address as PageAddress);
  return (
    <a href={hrefOf(path)} onClick={onClick} className={classNames[kind]} aria-label={label}>
      {children}
    </a>
  );
};
