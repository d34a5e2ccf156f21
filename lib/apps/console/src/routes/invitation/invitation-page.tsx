import { useState, type ReactElement } from 'react';
import { CenteredPage } from '@scangate/console/frame/centered-page.tsx';
import { accountMessages } from '@scangate/console/messages/account.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { useBoot } from '@scangate/console/session/sign-in/boot-context.ts';
import { cookieClient } from '@scangate/console/session/sign-in/boot.ts';
import { useSecretOfFragment } from '@scangate/console/session/browser/fragment-secret.ts';

/** The page that the link of an invitation leads to. It accepts by a sign-in with the invited address. */
export default function InvitationPage(): ReactElement {
  const invitation = useSecretOfFragment('sgi_');
  const boot = useBoot();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const accept = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      // The answer sets the cookie that binds the sign-in to this browser.
      const { body } = await cookieClient().call('start-sign-in-by-post', { body: { invitation } });
      if (body) window.location.assign(body.url);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  if (invitation === '')
    return (
      <CenteredPage title={pageTitles.invitation}>
        <Empty title={accountMessages.invitationIncomplete}>{accountMessages.invitationIncompleteHelp}</Empty>
      </CenteredPage>
    );
  return (
    <CenteredPage title={pageTitles.invitation}>
      <Stack>
        <p>{accountMessages.invitationLead}</p>
        {boot.kind === 'signed-in' && (
          <p>{accountMessages.invitationSession(markedText(boot.session.person.email))}</p>
        )}
        {problem !== undefined && <ProblemPanel error={problem} />}
        <div>
          <Button kind="primary" busy={isBusy} onClick={() => void accept()}>
            {accountMessages.accept}
          </Button>
        </div>
      </Stack>
    </CenteredPage>
  );
}
