import { useState, type ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { useMove } from '@scangate/console/parts/actions/use-move.ts';
import { LazyMenu } from '@scangate/console/parts/overlays/lazy-menu.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useSignedIn } from '@scangate/console/session/session-context.ts';
import { useSwitch } from '@scangate/console/session/sign-in/use-switch.ts';
import styles from './sidebar.module.css';

/** The organization of the session, with the person's other organizations, if any. */
export const OrganizationMenu = (): ReactElement => {
  const { session } = useSignedIn();
  const { moveTo } = useMove();
  const { run } = useSwitch();
  const [problem, setProblem] = useState<unknown>();
  const { organization, organizations } = session;
  const name = markedText(organization.name);
  if (organizations.length < 2)
    return (
      <p className={styles['organization']}>
        <Text value={organization.name} cut="middle" />
      </p>
    );
  const open = (organizationId: string): void => {
    run(organizationId).then(() => moveTo(`/o/${organizationId}`), setProblem);
  };
  return (
    <div className={styles['organizationMenu']}>
      <LazyMenu
        label={frameMessages.organization}
        text={name}
        icon="updown"
        kind="quiet"
        groups={[
          {
            label: frameMessages.organization,
            items: organizations.map((one) => ({
              label: markedText(one.name),
              checked: one.organizationId === organization.organizationId,
              onSelect: () => open(one.organizationId),
            })),
          },
        ]}
      />
      {problem !== undefined && <ProblemPanel error={problem} />}
    </div>
  );
};
