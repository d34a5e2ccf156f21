import { useState, type ReactElement } from 'react';
import {
  integrationKind,
  integrationMessages,
} from '@scangate/console/messages/organization/integrations.ts';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { CredentialFields, WayField } from './credential-fields.tsx';
import { DeliveryFields, PlaceFields } from './integration-fields.tsx';
import { integrationKinds } from './integration-kinds.ts';
import {
  credentialErrors,
  integrationBody,
  integrationErrors,
  newIntegration,
  type IntegrationRequest,
  type Values,
} from './integration-request.ts';

/** Connects a chat or a tracker. The credential stays in its field: it is in no draft. */
export const ConnectDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const [credential, setCredential] = useState<Values>({});
  const create = useApiAction('create-integration', { invalidates: ['list-integrations'] });
  return (
    <FormDialog
      title={integrationMessages.add}
      submit={integrationMessages.create}
      draft={useDraft<IntegrationRequest>('integration', newIntegration('slack'))}
      errorsIn={(value) => ({ ...integrationErrors(value), ...credentialErrors(value, credential) })}
      act={create}
      send={(value) => create.run({ body: integrationBody(value, credential) })}
      onClose={onClose}
    >
      {(fields) => {
        const { value, onChange } = fields;
        return (
          <>
            <Select
              label={integrationMessages.kind}
              value={value.kind}
              onChange={(kind) => {
                setCredential({});
                onChange({ ...newIntegration(kind), name: value.name });
              }}
              options={integrationKinds.map((kind) => ({ value: kind, label: integrationKind(kind) }))}
            />
            <WayField
              kind={value.kind}
              way={value.way}
              onWay={(way) => {
                setCredential({});
                onChange({ ...value, way });
              }}
            />
            <PlaceFields {...fields} />
            <CredentialFields
              {...fields}
              kind={value.kind}
              way={value.way}
              credential={credential}
              onCredential={setCredential}
            />
            <DeliveryFields {...fields} />
          </>
        );
      }}
    </FormDialog>
  );
};
