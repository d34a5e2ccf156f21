import type { ReactElement } from 'react';
import { connectMessages } from '@scangate/console/messages/gate/repositories.ts';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextArea, TextField } from '@scangate/console/parts/forms/text-field.tsx';

/** A credential while it is typed. It stays in the state of its form and is kept nowhere else. */
export interface TypedCredential {
  kind: 'token' | 'app';
  username: string;
  secret: string;
  appId: string;
  installationId: string;
}

export const noCredential: TypedCredential = {
  kind: 'token',
  username: '',
  secret: '',
  appId: '',
  installationId: '',
};

/** The credential as the service takes it; undefined while there is none. */
export const credentialOf = (typed: TypedCredential) => {
  const { kind, secret } = typed;
  const [username, appId, installationId] = [
    typed.username.trim(),
    typed.appId.trim(),
    typed.installationId.trim(),
  ];
  if (secret.trim() === '') return undefined;
  if (kind === 'token') return { secret, ...(username !== '' && { username }) };
  if (appId === '' || installationId === '') return undefined;
  return { secret: secret.trim(), app: { appId, installationId } };
};

interface CredentialFieldsProps {
  value: TypedCredential;
  onChange: (value: TypedCredential) => void;
  problem: unknown;
}

const TokenFields = ({ value, onChange, problem }: CredentialFieldsProps): ReactElement => (
  <>
    <TextField
      label={connectMessages.secret}
      help={connectMessages.secretHelp}
      error={errorAt(problem, '/credential/secret') ?? errorAt(problem, '/credential')}
      type="password"
      autoComplete="new-password"
      value={value.secret}
      onChange={(secret) => onChange({ ...value, secret })}
      required
    />
    <TextField
      label={connectMessages.username}
      help={connectMessages.usernameHelp}
      error={errorAt(problem, '/credential/username')}
      value={value.username}
      onChange={(username) => onChange({ ...value, username })}
    />
  </>
);

const AppFields = ({ value, onChange, problem }: CredentialFieldsProps): ReactElement => (
  <>
    <TextField
      label={connectMessages.appId}
      error={errorAt(problem, '/credential/app/appId')}
      mono
      value={value.appId}
      onChange={(appId) => onChange({ ...value, appId })}
      required
    />
    <TextField
      label={connectMessages.installationId}
      help={connectMessages.installationIdHelp}
      error={errorAt(problem, '/credential/app/installationId')}
      mono
      value={value.installationId}
      onChange={(installationId) => onChange({ ...value, installationId })}
      required
    />
    <TextArea
      label={connectMessages.privateKey}
      help={connectMessages.privateKeyHelp}
      error={errorAt(problem, '/credential/secret')}
      mono
      value={value.secret}
      onChange={(secret) => onChange({ ...value, secret })}
      required
    />
  </>
);

const kinds = ['token', 'app'] as const;

/** An access token with the user name that the host wants, or a GitHub App with its private key. */
export const CredentialFields = (props: CredentialFieldsProps): ReactElement => {
  const { value, onChange } = props;
  return (
    <>
      <RadioGroup
        label={connectMessages.credentialKind}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind, secret: '' })}
        options={kinds.map((kind) => ({ value: kind, label: connectMessages.credentialKinds[kind] }))}
      />
      {value.kind === 'app' ? <AppFields {...props} /> : <TokenFields {...props} />}
    </>
  );
};
