import { ApiProblem } from '@scangate/client';
import type { ReactElement } from 'react';
import { recentMessages } from '@scangate/console/messages/organization/sso.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { signInAgain } from '@scangate/console/session/sign-in/sign-in-again.ts';
import { Empty } from './empty.tsx';

/** Whether a page was refused because the sign-in is too long ago. */
export const needsRecentSignIn = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'reauthentication_required';

/** Asks for a new sign-in before a page is read that needs a recent one. */
export const RecentSignIn = ({ onSignedIn }: { onSignedIn: () => void }): ReactElement => (
  <Empty
    title={recentMessages.title}
    action={
      <Button
        kind="primary"
        onClick={() => void signInAgain('recent').then((isSignedIn) => isSignedIn && onSignedIn())}
      >
        {recentMessages.signIn}
      </Button>
    }
  >
    {recentMessages.text}
  </Empty>
);
