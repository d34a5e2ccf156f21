import type { PageTitle, Section } from '@scangate/console/messages/pages.ts';
import { pages, type PageEntry, type PagePath } from '@scangate/console/routes/index.ts';
import { accessTo } from '@scangate/console/session/permissions.ts';
import type { Session } from '@scangate/console/session/session.ts';

export interface NavigationItem {
  path: PagePath;
  title: PageTitle;
  isLocked: boolean;
}

const order: readonly Section[] = ['risk', 'money', 'organization'];

/**
 * The items of the navigation, by section. Pages that the role cannot use are left out; those that the plan lacks
 * are locked.
 */
export const navigationFor = (
  session: Pick<Session, 'role' | 'capabilities' | 'organization'>,
): { section: Section; items: NavigationItem[] }[] => {
  const entries: readonly (PageEntry & { path: PagePath })[] = pages;
  const items = (section: Section): NavigationItem[] =>
    entries.flatMap((entry) => {
      const { kind } = accessTo(entry, session);
      const isShown = entry.section === section && (kind === 'permitted' || kind === 'locked');
      return isShown ? [{ path: entry.path, title: entry.title, isLocked: kind === 'locked' }] : [];
    });
  return order
    .map((section) => ({ section, items: items(section) }))
    .filter((group) => group.items.length > 0);
};
