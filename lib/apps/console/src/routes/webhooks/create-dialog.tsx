import { SecretOnce } from '@scangate/console/parts/overlays/secret-once.tsx';
import type { ReactElement } from 'react';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { newWebhook, webhookBody, webhookErrors, type WebhookRequest } from './webhook-request.ts';

/** Adds a webhook, and shows its secret once. */
export const CreateDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const create = useApiAction('create-webhook', { invalidates: ['list-webhooks'] });
  const secret = create.data?.secret;
  return (
    <FormDialog
      title={webhookMessages.add}
      submit={webhookMessages.create}
      draft={useDraft<WebhookRequest>('webhook', newWebhook)}
      errorsIn={webhookErrors}
      act={create}
      send={(value) => create.run({ body: webhookBody(value) })}
      onClose={onClose}
      once={() =>
        secret === undefined ? undefined : (
          <SecretOnce title={webhookMessages.secretTitle} secret={secret} onClose={onClose} />
        )
      }
    >
      {(fields) => <WebhookFields {...fields} />}
    </FormDialog>
  );
};
