import { useMatch } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Forbidden, Locked, ManagedByParent } from '@scangate/console/parts/status/locked.tsx';
import { Skeleton } from '@scangate/console/parts/status/skeleton.tsx';
import type { PageEntry } from '@scangate/console/routes/index.ts';
import { accessTo, type Access } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { CrashBoundary } from './crash-boundary.tsx';

const reasonFor = (access: Exclude<Access, { kind: 'permitted' }>): ReactElement => {
  if (access.kind === 'locked') return <Locked capability={access.capability} />;
  if (access.kind === 'forbidden') return <Forbidden roles={access.roles} />;
  return <ManagedByParent />;
};

/** A placeholder until the file of a page is loaded. */
export const PagePlaceholder = ({ title }: { title: string }): ReactElement => (
  <Page title={title}>
    <Skeleton rows={8} />
  </Page>
);

/** Shows a page to those who may see it. To others it explains why not, and loads nothing of it. */
export const PageGate = ({ entry, children }: { entry: PageEntry; children: ReactNode }): ReactElement => {
  const access = accessTo(entry, useSession());
  const path = useMatch({ strict: false, select: (match) => match.pathname });
  const title = pageTitles[entry.title];
  if (access.kind !== 'permitted') return <Page title={title}>{reasonFor(access)}</Page>;
  return (
    <CrashBoundary key={path} title={title}>
      {children}
    </CrashBoundary>
  );
};
