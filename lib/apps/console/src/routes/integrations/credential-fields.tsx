import type { ReactElement } from 'react';
import {
  integrationField,
  integrationMessages,
  integrationWay,
} from '@scangate/console/messages/organization/integrations.ts';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextArea, TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { kindFields, wayOf, type FormField, type IntegrationKind } from './integration-kinds.ts';
import type { Values } from './integration-request.ts';

interface WayFieldProps {
  kind: IntegrationKind;
  way: string;
  onWay: (way: string) => void;
}

interface CredentialFieldsProps extends Omit<WayFieldProps, 'onWay'> {
  credential: Values;
  onCredential: (credential: Values) => void;
  errors: Readonly<Record<string, boolean | undefined>>;
  problem: unknown;
}

/** Asks how to sign in, where there are several ways. */
export const WayField = ({ kind, way, onWay }: WayFieldProps): ReactElement | null => {
  const { ways } = kindFields[kind];
  return ways.length < 2 ? null : (
    <RadioGroup
      label={integrationMessages.way}
      value={way}
      onChange={onWay}
      options={ways.map(({ name }) => ({ value: name, label: integrationWay(name) }))}
    />
  );
};

/** The fields of a credential, which is sealed. */
export const CredentialFields = (props: CredentialFieldsProps): ReactElement => {
  const { kind, way, credential, onCredential, errors, problem } = props;
  const inputOf = ({ name, isSecret, isLong }: FormField): ReactElement => {
    const words = {
      label: integrationField(name),
      value: credential[name] ?? '',
      onChange: (text: string) => onCredential({ ...credential, [name]: text }),
      error: errors[`credential.${name}`]
        ? integrationMessages.missing
        : errorAt(problem, `/credential/${name}`),
      required: true,
      mono: true,
    };
    return isLong ? (
      <TextArea key={name} {...words} />
    ) : (
      <TextField key={name} {...words} type={isSecret ? 'password' : 'text'} />
    );
  };
  return (
    <>
      {wayOf(kind, way).fields.map(inputOf)}
      <p>{integrationMessages.credentialNote}</p>
    </>
  );
};
