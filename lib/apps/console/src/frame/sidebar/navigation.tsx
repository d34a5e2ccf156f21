import { useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { pageTitles, sections } from '@scangate/console/messages/pages.ts';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { useMove } from '@scangate/console/parts/actions/use-move.ts';
import { Icon } from '@scangate/console/parts/text/icon.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { navigationFor, type NavigationItem } from './navigation-items.ts';
import styles from './navigation.module.css';

interface EntryProps {
  item: NavigationItem;
  organizationId: string;
  current: string;
}

const isCurrent = (path: string, current: string, isRoot: boolean): boolean =>
  current === path || current === path.replace(/\/$/, '') || (!isRoot && current.startsWith(`${path}/`));

const Entry = ({ item, organizationId, current }: EntryProps): ReactElement => {
  const { hrefOf, onClick } = useMove();
  const path = pageHref(organizationId, { to: item.path });
  return (
    <li>
      <a
        className={styles['link']}
        href={hrefOf(path)}
        onClick={onClick}
        aria-current={isCurrent(path, current, item.path === '') ? 'page' : undefined}
      >
        <span>{pageTitles[item.title]}</span>
        {item.isLocked && <Icon name="lock" />}
      </a>
    </li>
  );
};

/** The pages that the role of the session may see. Those that the plan lacks are shown with a lock. */
export const Navigation = (): ReactElement => {
  const session = useSession();
  const current = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label={frameMessages.navigation} className={styles['navigation']}>
      {navigationFor(session).map(({ section, items }) => (
        <div key={section}>
          <h2 className={styles['section']}>{sections[section]}</h2>
          <ul>
            {items.map((item) => (
              <Entry
                key={item.path}
                item={item}
                organizationId={session.organization.organizationId}
                current={current}
              />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
};
