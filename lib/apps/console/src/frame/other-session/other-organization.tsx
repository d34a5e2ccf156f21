import { useState, type ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { useMove } from '@scangate/console/parts/actions/use-move.ts';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { useSignedIn } from '@scangate/console/session/session-context.ts';
import { useSwitch } from '@scangate/console/session/sign-in/use-switch.ts';
import { CenteredPage } from '../centered-page.tsx';

/** Shown for a link to another organization: it asks before the session switches there, and says when it cannot. */
export const OtherOrganization = ({ organizationId }: { organizationId: string }): ReactElement => {
  const { session } = useSignedIn();
  const { run } = useSwitch();
  const { moveTo } = useMove();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const here = markedText(session.organization.name);
  const found = session.organizations.find((one) => one.organizationId === organizationId);
  const name = found && markedText(found.name);
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await run(organizationId);
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  const stay = (): void => moveTo(`/o/${session.organization.organizationId}`);
  return (
    <CenteredPage title={frameMessages.otherTitle(here)}>
      <p>{name === undefined ? frameMessages.otherUnknown : frameMessages.otherMember(name)}</p>
      {problem !== undefined && <ProblemPanel error={problem} />}
      <Row>
        {name !== undefined && (
          <Button kind="primary" busy={isBusy} onClick={() => void change()}>
            {frameMessages.switchTo(name)}
          </Button>
        )}
        <Button onClick={stay}>{frameMessages.stay(here)}</Button>
      </Row>
    </CenteredPage>
  );
};
