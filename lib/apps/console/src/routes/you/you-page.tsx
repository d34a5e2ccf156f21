import { useState, type ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { roleName } from '@scangate/console/messages/capabilities.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { youMessages } from '@scangate/console/messages/you.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Checkbox, RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { turnSingleKeys, useSingleKeys } from '@scangate/console/session/browser/single-keys.ts';
import { chooseTheme, themes, useTheme } from '@scangate/console/session/browser/theme.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useSignOut } from '@scangate/console/session/sign-in/use-sign-out.ts';
import { SessionList } from './session-list.tsx';

const Preferences = (): ReactElement => {
  const theme = useTheme();
  const singleKeys = useSingleKeys();
  return (
    <Panel title={youMessages.preferences}>
      <RadioGroup
        label={youMessages.theme}
        value={theme}
        onChange={chooseTheme}
        options={themes.map((value) => ({ value, label: frameMessages.themes[value] }))}
      />
      <Checkbox
        label={youMessages.singleKeys}
        help={youMessages.singleKeysHelp}
        checked={singleKeys}
        onChange={turnSingleKeys}
      />
    </Panel>
  );
};

const DeleteAccount = (): ReactElement => {
  const { person } = useSession();
  const [isOpen, setOpen] = useState(false);
  const act = useApiAction('delete-me', { onDone: () => window.location.assign('/console/') });
  return (
    <Panel title={youMessages.deleteTitle} lead={youMessages.deleteLead}>
      <div>
        <Button kind="danger" onClick={() => setOpen(true)}>
          {youMessages.delete}
        </Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        onClose={() => {
          setOpen(false);
          act.reset();
        }}
        title={youMessages.deleteTitle}
        confirm={youMessages.delete}
        danger
        typeToConfirm={person.email}
        busy={act.isBusy}
        problem={act.problem}
        onConfirm={() => void act.run()}
      >
        {youMessages.deleteConfirm}
      </ConfirmDialog>
    </Panel>
  );
};

/** The person of the session: who they are here, where they are signed in, what they prefer. */
export default function YouPage(): ReactElement {
  const { person, organization, role, plan, expiresAt } = useSession();
  const signOut = useSignOut();
  return (
    <Page
      title={pageTitles.you}
      actions={
        <Button busy={signOut.isBusy} onClick={signOut.run}>
          {youMessages.signOut}
        </Button>
      }
    >
      {signOut.problem !== undefined && <ProblemPanel error={signOut.problem} />}
      <KeyValue
        items={[
          { label: youMessages.email, value: <Text value={person.email} /> },
          { label: youMessages.organization, value: <Text value={organization.name} /> },
          { label: youMessages.role, value: roleName(role) },
          { label: youMessages.plan, value: plan },
          { label: youMessages.expires, value: <Instant at={expiresAt} /> },
        ]}
      />
      <SessionList />
      <Preferences />
      <DeleteAccount />
    </Page>
  );
}
