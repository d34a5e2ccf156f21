import { useMemo, type ReactElement } from 'react';
import { eventName, webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { ConflictPanel } from '@scangate/console/parts/status/conflict-panel.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useAct } from '@scangate/console/session/use-act.ts';
import { useSharedEdit, type SharedEdit, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { WebhookFields } from './webhook-fields.tsx';
import type { Webhook } from './webhook-page.tsx';
import { webhookBody, webhookErrors, type WebhookRequest } from './webhook-request.ts';

const requestOf = ({ name, url, events, filter }: Webhook): WebhookRequest => {
  const { minimumSeverity } = filter ?? {};
  return {
    name,
    url,
    events,
    minimumSeverity: minimumSeverity === undefined || minimumSeverity === 'unknown' ? '' : minimumSeverity,
  };
};

const labels: Record<keyof WebhookRequest, string> = {
  name: webhookMessages.name,
  url: webhookMessages.url,
  events: webhookMessages.events,
  minimumSeverity: webhookMessages.severity,
};

const shown = (value: string | readonly string[]): ReactElement => (
  <Text value={typeof value === 'string' ? value : value.map(eventName).join(', ')} />
);

interface ConflictProps {
  edit: SharedEdit<WebhookRequest>;
  isBusy: boolean;
  onSendAgain: () => void;
}

const Conflict = ({ edit, isBusy, onSendAgain }: ConflictProps): ReactElement | null =>
  edit.conflict.length === 0 ? null : (
    <ConflictPanel
      fields={edit.conflict.map(({ name, mine, theirs }) => ({
        label: labels[name],
        yours: shown(mine),
        theirs: shown(theirs),
      }))}
      onTakeTheirs={edit.discard}
      onSendAgain={onSendAgain}
      busy={isBusy}
    />
  );

interface EditDialogProps {
  current: Version<Webhook>;
  refetch: () => unknown;
  onClose: () => void;
}

/** Changes a webhook. Somebody else's change meanwhile is shown beside one's own. */
export const EditDialog = ({ current, refetch, onClose }: EditDialogProps): ReactElement => {
  const { webhookId, filter } = current.value;
  const version = useMemo(() => ({ value: requestOf(current.value), etag: current.etag }), [current]);
  const save = useAct('change-webhook', {
    invalidates: ['get-webhook', 'list-webhooks'],
    onDone: () => {
      edit.discard();
      onClose();
    },
  });
  const edit = useSharedEdit({
    draft: `webhook:${webhookId}`,
    current: version,
    problem: save.problem,
    refetch,
  });
  const errors = webhookErrors(edit.value);
  const isValid = !Object.values(errors).some(Boolean);
  const send = ({ value, etag }: Version<WebhookRequest>): void =>
    void save.run({
      params: { webhookId },
      headers: { 'If-Match': etag },
      body: { filter: null, ...webhookBody(value, filter) },
    });
  return (
    <Dialog open modal size="large" onClose={onClose} title={webhookMessages.editTitle}>
      <Form
        problem={edit.conflict.length > 0 ? undefined : save.problem}
        onSubmit={() => isValid && send({ value: edit.value, etag: edit.base.etag })}
        actions={
          <Button type="submit" kind="primary" busy={save.isBusy} disabled={!edit.isChanged || !isValid}>
            {webhookMessages.save}
          </Button>
        }
      >
        <WebhookFields value={edit.value} onChange={edit.change} errors={errors} problem={save.problem} />
        <Conflict edit={edit} isBusy={save.isBusy} onSendAgain={() => send(edit.merged)} />
      </Form>
    </Dialog>
  );
};
