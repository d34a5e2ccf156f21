import { useEffect, type ReactElement } from 'react';
import { CenteredPage } from '@scangate/console/frame/centered-page.tsx';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { accountMessages } from '@scangate/console/messages/account.ts';
import { announceSignIn } from '@scangate/console/session/sign-in/other-tabs.ts';

/** The end of a sign-in in a new tab: the page that waits for it hears of it and goes on. */
export default function SignedInPage(): ReactElement {
  useEffect(() => announceSignIn(), []);
  return (
    <CenteredPage title={pageTitles.signedIn}>
      <p>{accountMessages.closeTab}</p>
    </CenteredPage>
  );
}
