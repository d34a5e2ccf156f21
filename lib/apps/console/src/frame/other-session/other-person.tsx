import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { CenteredPage } from '../centered-page.tsx';

/** Shown instead of a page when another person has signed in. A reload continues as that person. */
export const OtherPerson = ({ email }: { email: string }): ReactElement => (
  <CenteredPage title={frameMessages.otherPersonTitle}>
    <p>{frameMessages.signedInNow(markedText(email))}</p>
    <Button kind="primary" onClick={() => window.location.assign('/console/')}>
      {frameMessages.reload}
    </Button>
  </CenteredPage>
);
