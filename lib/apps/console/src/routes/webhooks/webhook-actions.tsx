import { useRouter } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Menu } from '@scangate/console/parts/overlays/menu.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import type { Version } from '@scangate/console/session/use-shared-edit.ts';
import { TokenOnce } from '../tokens/token-once.tsx';
import type { Webhook } from './webhook-page.tsx';

interface DialogProps {
  webhook: Webhook;
  onClose: () => void;
}

const RemoveDialog = ({ webhook: { webhookId, name }, onClose }: DialogProps): ReactElement => {
  const router = useRouter();
  const { organizationId } = useSession().organization;
  const remove = useAct('remove-webhook', {
    invalidates: ['list-webhooks'],
    onDone: () => void router.navigate({ to: pageHref(organizationId, { to: 'webhooks' }) }),
  });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={webhookMessages.removeTitle(name)}
      confirm={webhookMessages.remove}
      typeToConfirm={name}
      onConfirm={() => void remove.run({ params: { webhookId } })}
      busy={remove.isBusy}
      problem={remove.problem}
    >
      {webhookMessages.removeText}
    </ConfirmDialog>
  );
};

const RotateDialog = ({ webhook: { webhookId }, onClose }: DialogProps): ReactElement => {
  const rotate = useAct('rotate-webhook-secret', { invalidates: ['get-webhook'] });
  if (rotate.data?.secret !== undefined)
    return <TokenOnce title={webhookMessages.secretTitle} token={rotate.data.secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={webhookMessages.rotate}
      confirm={webhookMessages.rotate}
      onConfirm={() => void rotate.run({ params: { webhookId }, body: {} })}
      busy={rotate.isBusy}
      problem={rotate.problem}
    >
      {webhookMessages.rotateText}
    </ConfirmDialog>
  );
};

interface ActionsProps {
  current: Version<Webhook>;
  onEdit: () => void;
}

/** Offers what can be done with a webhook. */
export const WebhookActions = ({ current: { value: webhook, etag }, onEdit }: ActionsProps): ReactElement => {
  const { webhookId, enabled } = webhook;
  const [dialog, setDialog] = useState<'remove' | 'rotate'>();
  const test = useAct('test-webhook', { invalidates: ['list-webhook-deliveries', 'get-webhook'] });
  const change = useAct('change-webhook', { invalidates: ['get-webhook', 'list-webhooks'] });
  const toggle = (): void =>
    void change.run({ params: { webhookId }, headers: { 'If-Match': etag }, body: { enabled: !enabled } });
  const close = (): void => setDialog(undefined);
  const problem = test.problem ?? change.problem;
  return (
    <>
      <Button busy={test.isBusy} disabled={!enabled} onClick={() => void test.run({ params: { webhookId } })}>
        {webhookMessages.test}
      </Button>
      <Menu
        label={webhookMessages.actions}
        icon="more"
        groups={[
          {
            items: [
              { label: webhookMessages.edit, onSelect: onEdit },
              { label: webhookMessages.rotate, onSelect: () => setDialog('rotate') },
              { label: enabled ? webhookMessages.disable : webhookMessages.enable, onSelect: toggle },
            ],
          },
          { items: [{ label: webhookMessages.remove, danger: true, onSelect: () => setDialog('remove') }] },
        ]}
      />
      {test.data && <p role="status">{webhookMessages.testSent}</p>}
      {problem !== undefined && <ProblemPanel error={problem} />}
      {dialog === 'remove' && <RemoveDialog webhook={webhook} onClose={close} />}
      {dialog === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
    </>
  );
};
