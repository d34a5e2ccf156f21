import { useState, type ReactElement } from 'react';
import { integrationMessages } from '@scangate/console/messages/organization/integrations.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import { IntegrationFields } from './integration-fields.tsx';
import {
  integrationBody,
  missingFields,
  newIntegration,
  type IntegrationRequest,
  type Values,
} from './integration-request.ts';

const none: ReadonlySet<string> = new Set();

/** Connects a chat or a tracker. The credential stays in its field: it is in no draft. */
export const ConnectDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const draft = useDraft<IntegrationRequest>('integration', newIntegration('slack'));
  const [credential, setCredential] = useState<Values>({});
  const [isTried, setTried] = useState(false);
  const create = useAct('create-integration', {
    invalidates: ['list-integrations'],
    onDone: () => {
      draft.clear();
      onClose();
    },
  });
  const missing = missingFields(draft.value, credential);
  const submit = (): void => {
    setTried(true);
    if (missing.size === 0) void create.run({ body: integrationBody(draft.value, credential) });
  };
  return (
    <Dialog open modal size="large" onClose={onClose} title={integrationMessages.add}>
      <Form
        problem={create.problem}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" kind="primary" busy={create.isBusy}>
              {integrationMessages.create}
            </Button>
            <Button onClick={onClose}>{integrationMessages.cancel}</Button>
          </>
        }
      >
        <IntegrationFields
          value={draft.value}
          onChange={draft.set}
          credential={credential}
          onCredential={setCredential}
          missing={isTried ? missing : none}
          problem={create.problem}
        />
      </Form>
    </Dialog>
  );
};
