import { Navigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useBoot } from '@scangate/console/session/sign-in/boot-context.ts';
import { BootFailed } from './boot-failed.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** `/console/` itself: the overview of the organization of the session, or the sign-in. */
export const HomePage = (): ReactElement | null => {
  const boot = useBoot();
  if (boot.kind === 'loading') return null;
  if (boot.kind === 'failed') return <BootFailed boot={boot} />;
  if (boot.kind === 'signed-out') return <SignInPage />;
  const { organizationId } = boot.session.organization;
  return <Navigate to="/o/$organizationId" params={{ organizationId } as never} replace />;
};
