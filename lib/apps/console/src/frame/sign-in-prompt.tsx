import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import buttonStyles from '@scangate/console/parts/actions/button.module.css';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import type { SignInReason } from '@scangate/console/session/sign-in/sign-in-again.ts';
import { signInUrl } from './sign-in-url.ts';

interface SignInPromptProps {
  reason: SignInReason;
  isOther: boolean;
  onClose: () => void;
}

const words = {
  ended: { title: frameMessages.sessionEndedTitle, text: frameMessages.sessionEnded },
  recent: { title: frameMessages.recentTitle, text: frameMessages.recent },
} as const;

/** Asks for a sign-in in a new tab, so that this one keeps what somebody entered. */
export default function SignInPrompt({ reason, isOther, onClose }: SignInPromptProps): ReactElement {
  const { title, text } = words[reason];
  const query = { returnTo: '/console/signed-in', ...(reason === 'recent' && { recent: 'true' }) };
  return (
    <Dialog
      open
      modal
      onClose={onClose}
      title={isOther ? frameMessages.otherPersonTitle : title}
      actions={
        isOther ? (
          <Button kind="primary" onClick={() => window.location.assign('/console/')}>
            {frameMessages.reload}
          </Button>
        ) : (
          <a
            className={`${buttonStyles['button']} ${buttonStyles['primary']}`}
            href={signInUrl('/v1/session/start', query)}
            target="_blank"
            rel="noopener"
          >
            {frameMessages.signInAgain}
          </a>
        )
      }
    >
      <p>{isOther ? frameMessages.otherPerson : text}</p>
    </Dialog>
  );
}
