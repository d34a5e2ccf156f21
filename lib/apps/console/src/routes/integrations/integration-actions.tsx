import { useRouter } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { integrationMessages } from '@scangate/console/messages/organization/integrations.ts';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { ConfirmDialog, Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Menu } from '@scangate/console/parts/overlays/menu.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import type { Version } from '@scangate/console/session/use-shared-edit.ts';
import { CredentialFields } from './integration-fields.tsx';
import type { Integration } from './integration-page.tsx';
import { kindFields, type Values } from './integration-request.ts';

interface DialogProps {
  current: Version<Integration>;
  onClose: () => void;
}

const RemoveDialog = ({ current: { value }, onClose }: DialogProps): ReactElement => {
  const { integrationId, name } = value;
  const router = useRouter();
  const { organizationId } = useSession().organization;
  const search = { tab: 'integrations' };
  const remove = useAct('remove-integration', {
    invalidates: ['list-integrations'],
    onDone: () => void router.navigate({ to: pageHref(organizationId, { to: 'webhooks', search }) }),
  });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={webhookMessages.removeTitle(name)}
      confirm={webhookMessages.remove}
      typeToConfirm={name}
      onConfirm={() => void remove.run({ params: { integrationId } })}
      busy={remove.isBusy}
      problem={remove.problem}
    >
      {webhookMessages.removeText}
    </ConfirmDialog>
  );
};

const CredentialDialog = ({ current: { value, etag }, onClose }: DialogProps): ReactElement => {
  const { integrationId, kind } = value;
  const [credential, setCredential] = useState<Values>({});
  const replace = useAct('change-integration', { invalidates: ['get-integration'], onDone: onClose });
  const isComplete = kindFields[kind].credential.every(({ name }) => (credential[name] ?? '').trim() !== '');
  const submit = (): void =>
    void (
      isComplete &&
      replace.run({ params: { integrationId }, headers: { 'If-Match': etag }, body: { credential } })
    );
  return (
    <Dialog open modal onClose={onClose} title={integrationMessages.credentialTitle}>
      <Form
        problem={replace.problem}
        onSubmit={submit}
        actions={
          <Button type="submit" kind="primary" busy={replace.isBusy} disabled={!isComplete}>
            {integrationMessages.replace}
          </Button>
        }
      >
        <CredentialFields
          kind={kind}
          credential={credential}
          onCredential={setCredential}
          missing={new Set()}
          problem={replace.problem}
        />
      </Form>
    </Dialog>
  );
};

/** Offers what can be done with an integration. */
export const IntegrationActions = ({ current }: { current: Version<Integration> }): ReactElement => {
  const { integrationId, enabled } = current.value;
  const params = { integrationId };
  const [dialog, setDialog] = useState<'remove' | 'credential'>();
  const test = useAct('test-integration', { invalidates: ['get-integration'] });
  const change = useAct('change-integration', { invalidates: ['get-integration', 'list-integrations'] });
  const toggle = (): void =>
    void change.run({ params, headers: { 'If-Match': current.etag }, body: { enabled: !enabled } });
  const problem = test.problem ?? change.problem;
  const close = (): void => setDialog(undefined);
  return (
    <>
      <Button busy={test.isBusy} onClick={() => void test.run({ params })}>
        {integrationMessages.test}
      </Button>
      <Menu
        label={webhookMessages.actions}
        icon="more"
        groups={[
          {
            items: [
              { label: integrationMessages.credential, onSelect: () => setDialog('credential') },
              { label: enabled ? webhookMessages.disable : webhookMessages.enable, onSelect: toggle },
            ],
          },
          { items: [{ label: webhookMessages.remove, danger: true, onSelect: () => setDialog('remove') }] },
        ]}
      />
      {test.data && (
        <p role="status">
          <Text value={integrationMessages.tested(test.data.target)} />
        </p>
      )}
      {problem !== undefined && <ProblemPanel error={problem} />}
      {dialog === 'remove' && <RemoveDialog current={current} onClose={close} />}
      {dialog === 'credential' && <CredentialDialog current={current} onClose={close} />}
    </>
  );
};
