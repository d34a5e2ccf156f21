import { useMemo, useState, type ReactElement } from 'react';
import { integrationMessages } from '@scangate/console/messages/organization/integrations.ts';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { EditDialog } from '@scangate/console/parts/overlays/edit-dialog.tsx';
import type { FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Version } from '@scangate/console/session/use-shared-edit.ts';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';
import { CredentialFields, WayField } from './credential-fields.tsx';
import { DeliveryFields, PlaceFields } from './integration-fields.tsx';
import {
  credentialErrors,
  integrationChange,
  integrationErrors,
  integrationRequestOf,
  leadsElsewhere,
  type Integration,
  type IntegrationRequest,
  type Values,
} from './integration-request.ts';
import { integrationText } from './integration-text.ts';

const labels: Record<keyof IntegrationRequest, string> = {
  kind: integrationMessages.kind,
  way: integrationMessages.way,
  name: integrationMessages.name,
  events: webhookMessages.events,
  filter: integrationMessages.events,
  settings: integrationMessages.target,
  ticketsFrom: integrationMessages.severity,
  ticketsPerDay: integrationMessages.ticketsPerDay,
  rules: integrationMessages.rules,
};

interface EditFieldsProps extends FieldsProps<IntegrationRequest, Record<string, boolean>> {
  before: IntegrationRequest;
  credential: Values;
  onCredential: (credential: Values) => void;
}

const Fields = ({ before, credential, onCredential, ...fields }: EditFieldsProps): ReactElement => {
  const { value, onChange } = fields;
  const { kind, way } = value;
  const chooseWay = (chosen: string): void => {
    onCredential({});
    onChange({ ...value, way: chosen });
  };
  return (
    <>
      <WayField kind={kind} way={way} onWay={chooseWay} />
      <PlaceFields {...fields} />
      {leadsElsewhere(before, value) && (
        <CredentialFields
          {...fields}
          kind={kind}
          way={way}
          credential={credential}
          onCredential={onCredential}
        />
      )}
      <DeliveryFields {...fields} isStored />
    </>
  );
};

interface IntegrationEditProps {
  current: Version<Integration>;
  /** The repositories that it names. */
  repositories: readonly ChosenRepository[];
  refetch: () => unknown;
  onClose: () => void;
}

/** Changes an integration. One that leads elsewhere is tried there, so that it needs its credential again. */
export const IntegrationEdit = (props: IntegrationEditProps): ReactElement => {
  const { current, repositories, refetch, onClose } = props;
  const { integrationId } = current.value;
  const [credential, setCredential] = useState<Values>({});
  const version = useMemo(
    () => ({ value: integrationRequestOf(current.value, repositories), etag: current.etag }),
    [current, repositories],
  );
  const before = version.value;
  const save = useApiAction('change-integration', { invalidates: ['get-integration', 'list-integrations'] });
  return (
    <EditDialog
      title={integrationMessages.editTitle}
      submit={webhookMessages.save}
      draft={`integration:${integrationId}`}
      current={version}
      refetch={refetch}
      errorsIn={(value) => ({
        ...integrationErrors(value),
        events: value.events.length === 0,
        ...(leadsElsewhere(before, value) && credentialErrors(value, credential)),
      })}
      act={save}
      send={({ value, etag }, base) =>
        save.run({
          params: { integrationId },
          headers: { 'If-Match': etag },
          body: integrationChange(base, value, credential),
        })
      }
      onClose={onClose}
      labels={labels}
      textOf={integrationText}
    >
      {(fields) => (
        <Fields {...fields} before={before} credential={credential} onCredential={setCredential} />
      )}
    </EditDialog>
  );
};
