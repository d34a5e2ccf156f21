import type { ReactElement } from 'react';
import {
  integrationField,
  integrationKind,
  integrationMessages,
} from '@scangate/console/messages/organization/integrations.ts';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { severityName } from '@scangate/console/messages/risk.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { severities } from '../webhooks/webhook-request.ts';
import {
  integrationKinds,
  kindFields,
  newIntegration,
  type IntegrationRequest,
  type Values,
} from './integration-request.ts';

interface CredentialFieldsProps {
  kind: IntegrationRequest['kind'];
  credential: Values;
  onCredential: (credential: Values) => void;
  missing: ReadonlySet<string>;
  problem: unknown;
}

/** The fields of a credential, which is sealed. */
export const CredentialFields = (props: CredentialFieldsProps): ReactElement => {
  const { kind, credential, onCredential, missing, problem } = props;
  return (
    <>
      {kindFields[kind].credential.map(({ name, isSecret }) => (
        <TextField
          key={name}
          label={integrationField(name)}
          type={isSecret ? 'password' : 'text'}
          value={credential[name] ?? ''}
          onChange={(text) => onCredential({ ...credential, [name]: text })}
          error={
            missing.has(`credential.${name}`)
              ? integrationMessages.missing
              : errorAt(problem, `/credential/${name}`)
          }
          required
          mono
        />
      ))}
      <p>{integrationMessages.credentialNote}</p>
    </>
  );
};

interface IntegrationFieldsProps extends Omit<CredentialFieldsProps, 'kind'> {
  value: IntegrationRequest;
  onChange: (value: IntegrationRequest) => void;
}

/** Asks where an integration leads, and for its credential. */
export const IntegrationFields = (props: IntegrationFieldsProps): ReactElement => {
  const { value, onChange, missing, problem, onCredential } = props;
  const { settings, isTracker } = kindFields[value.kind];
  const choose = (kind: IntegrationRequest['kind']): void => {
    onCredential({});
    onChange({ ...newIntegration(kind), name: value.name });
  };
  return (
    <>
      <Select
        label={integrationMessages.kind}
        value={value.kind}
        onChange={choose}
        options={integrationKinds.map((kind) => ({ value: kind, label: integrationKind(kind) }))}
      />
      <TextField
        label={integrationMessages.name}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        error={missing.has('name') ? integrationMessages.missing : errorAt(problem, '/name')}
        required
      />
      {settings.map(({ name, isOptional }) => (
        <TextField
          key={name}
          label={integrationField(name)}
          value={value.settings[name] ?? ''}
          onChange={(text) => onChange({ ...value, settings: { ...value.settings, [name]: text } })}
          error={missing.has(name) ? integrationMessages.missing : errorAt(problem, `/settings/${name}`)}
          required={isOptional !== true}
        />
      ))}
      {isTracker && (
        <Select
          label={integrationMessages.severity}
          value={value.minimumSeverity}
          onChange={(minimumSeverity) => onChange({ ...value, minimumSeverity })}
          options={[
            { value: '' as const, label: webhookMessages.anySeverity },
            ...severities.map((severity) => ({ value: severity, label: severityName(severity) })),
          ]}
        />
      )}
      <CredentialFields {...props} kind={value.kind} />
    </>
  );
};
