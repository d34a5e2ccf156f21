import type { ReactElement, ReactNode } from 'react';
import { useBoot } from '@scangate/console/session/sign-in/boot-context.ts';
import { BootFailed } from './boot-failed.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { OtherPerson } from './other-session/other-person.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { frameMessages } from '@scangate/console/messages/frame.ts';

/** The frame of a page that belongs to no organization. */
export const OpenFrame = ({
  needsSession,
  children,
}: {
  needsSession: boolean;
  children: ReactNode;
}): ReactElement | null => {
  const boot = useBoot();
  if (needsSession && boot.kind === 'loading') return null;
  if (needsSession && boot.kind === 'failed') return <BootFailed boot={boot} />;
  if (needsSession && boot.kind === 'signed-out') return <SignInPage />;
  if (needsSession && boot.kind === 'other-person') return <OtherPerson email={boot.session.person.email} />;
  return <CrashBoundary title={frameMessages.product}>{children}</CrashBoundary>;
};
