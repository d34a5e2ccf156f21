import { Outlet, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { useBoot } from '@scangate/console/session/sign-in/boot-context.ts';
import { BootFailed } from './boot-failed.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { FrameBanners } from './frame-banners.tsx';
import styles from './organization-frame.module.css';
import { OtherOrganization } from './other-session/other-organization.tsx';
import { OtherPerson } from './other-session/other-person.tsx';
import { FrameKeys } from './keys/frame-keys.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** The frame of every page of an organization: navigation, banners and the page itself. */
export const OrganizationFrame = (): ReactElement | null => {
  const boot = useBoot();
  const { organizationId } = useParams({ strict: false }) as { organizationId: string };
  if (boot.kind === 'loading') return null;
  if (boot.kind === 'failed') return <BootFailed boot={boot} />;
  if (boot.kind === 'signed-out') return <SignInPage />;
  if (boot.kind === 'other-person') return <OtherPerson email={boot.session.person.email} />;
  if (boot.session.organization.organizationId !== organizationId)
    return <OtherOrganization organizationId={organizationId} />;
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content">
        {frameMessages.skip}
      </a>
      <CrashBoundary>
        <Sidebar />
      </CrashBoundary>
      <main id="content" tabIndex={-1} className={styles['main']}>
        <FrameBanners />
        <Outlet />
      </main>
      <CrashBoundary>
        <FrameKeys />
        <SignInAgainDialog />
      </CrashBoundary>
    </div>
  );
};
