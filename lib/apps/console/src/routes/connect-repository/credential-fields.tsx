import type { ReactElement } from 'react';
import { connectMessages } from '@scangate/console/messages/gate/repositories.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';

/** A credential while it is typed. It stays in the state of its form and is kept nowhere else. */
export interface TypedCredential {
  username: string;
  secret: string;
}

export const noCredential: TypedCredential = { username: '', secret: '' };

/** The credential as the service takes it; undefined while there is none. */
export const credentialOf = ({ username, secret }: TypedCredential) => {
  if (secret === '') return undefined;
  return { secret, ...(username.trim() !== '' && { username: username.trim() }) };
};

interface CredentialFieldsProps {
  value: TypedCredential;
  onChange: (value: TypedCredential) => void;
  problem: unknown;
}

/** A user name, where the host wants one, and the token. */
export const CredentialFields = ({ value, onChange, problem }: CredentialFieldsProps): ReactElement => (
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
