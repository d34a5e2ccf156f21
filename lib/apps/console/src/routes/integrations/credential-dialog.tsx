import { useState, type ReactElement } from 'react';
import { integrationMessages } from '@scangate/console/messages/organization/integrations.ts';
import { useInput } from '@scangate/console/parts/forms/use-input.ts';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Version } from '@scangate/console/session/use-shared-edit.ts';
import { CredentialFields, WayField } from './credential-fields.tsx';
import {
  credentialBody,
  credentialErrors,
  integrationRequestOf,
  type Integration,
  type Values,
} from './integration-request.ts';

interface CredentialDialogProps {
  current: Version<Integration>;
  onClose: () => void;
}

/** Replaces the credential, and enables what stopped because the one before was refused. */
export const CredentialDialog = ({ current, onClose }: CredentialDialogProps): ReactElement => {
  const { integrationId, kind, disabled } = current.value;
  const stored = integrationRequestOf(current.value, []);
  const [way, setWay] = useState(stored.way);
  const request = { ...stored, way };
  const replace = useApiAction('change-integration', {
    invalidates: ['get-integration', 'list-integrations'],
  });
  const wasStopped = disabled !== undefined && disabled.cause !== 'person';
  const send = (values: Values) => {
    const body = { credential: credentialBody(request, values), ...(wasStopped && { enabled: true }) };
    return replace.run({ params: { integrationId }, headers: { 'If-Match': current.etag }, body });
  };
  return (
    <FormDialog
      size="small"
      title={integrationMessages.credentialTitle}
      submit={integrationMessages.replace}
      draft={useInput<Values>({})}
      errorsIn={(credential) => credentialErrors(request, credential)}
      act={replace}
      send={send}
      onClose={onClose}
    >
      {({ value, onChange, ...fields }) => (
        <>
          <WayField kind={kind} way={way} onWay={setWay} />
          <CredentialFields {...fields} kind={kind} way={way} credential={value} onCredential={onChange} />
        </>
      )}
    </FormDialog>
  );
};
