import { useState, type ReactElement } from 'react';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import { TokenOnce } from '../tokens/token-once.tsx';
import { WebhookFields } from './webhook-fields.tsx';
import { newWebhook, webhookBody, webhookErrors, type WebhookRequest } from './webhook-request.ts';

const noErrors = { url: false, events: false };

/** Adds a webhook, and shows its secret once. */
export const CreateDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const draft = useDraft<WebhookRequest>('webhook', newWebhook);
  const [isTried, setTried] = useState(false);
  const create = useAct('create-webhook', { invalidates: ['list-webhooks'], onDone: draft.clear });
  const errors = webhookErrors(draft.value);
  const submit = (): void => {
    setTried(true);
    if (!Object.values(errors).some(Boolean)) void create.run({ body: webhookBody(draft.value) });
  };
  if (create.data?.secret !== undefined)
    return <TokenOnce title={webhookMessages.secretTitle} token={create.data.secret} onClose={onClose} />;
  return (
    <Dialog open modal size="large" onClose={onClose} title={webhookMessages.add}>
      <Form
        problem={create.problem}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" kind="primary" busy={create.isBusy}>
              {webhookMessages.create}
            </Button>
            <Button onClick={onClose}>{webhookMessages.cancel}</Button>
          </>
        }
      >
        <WebhookFields
          value={draft.value}
          onChange={draft.set}
          errors={isTried ? errors : noErrors}
          problem={create.problem}
        />
      </Form>
    </Dialog>
  );
};
