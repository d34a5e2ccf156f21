import { useState, type ReactElement } from 'react';
import { CenteredPage } from '@scangate/console/frame/centered-page.tsx';
import { accountMessages } from '@scangate/console/messages/account.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { publicClient } from '@scangate/console/session/sign-in/boot.ts';
import { useSecretOfFragment } from '@scangate/console/session/browser/fragment-secret.ts';

/** The page that the link to an auditor pack leads to. It needs no session: the link is the credential. */
export default function PackLinkPage(): ReactElement {
  const link = useSecretOfFragment();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { body } = await publicClient().call('open-shared', { body: { link } });
      window.location.assign(body.url);
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  return (
    <CenteredPage title={pageTitles.shared}>
      {link === '' ? (
        <Empty title={accountMessages.sharedIncomplete}>{accountMessages.sharedIncompleteHelp}</Empty>
      ) : (
        <>
          <p>{accountMessages.sharedLead}</p>
          {problem !== undefined && <ProblemPanel error={problem} />}
          <div>
            <Button kind="primary" busy={isBusy} onClick={() => void download()}>
              {accountMessages.download}
            </Button>
          </div>
        </>
      )}
    </CenteredPage>
  );
}
