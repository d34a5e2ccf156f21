import type { ReactElement } from 'react';
import { scopeName, tokenMessages } from '@scangate/console/messages/organization/tokens.ts';
import { CheckboxGroup } from '@scangate/console/parts/forms/checkbox-group.tsx';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import type { FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import type { Scope } from '@scangate/console/session/session.ts';
import { RepositoryPicker } from '../pickers/repository-picker.tsx';
import { newRequest, type RequestErrors, type TokenRequest } from './token-request.ts';
import { LifeField } from './life-field.tsx';

interface TokenFieldsProps extends FieldsProps<TokenRequest, RequestErrors> {
  kinds: readonly TokenRequest['kind'][];
  /** The scopes that the role can give. */
  scopes: readonly Scope[];
}

const kindHelps = { personal: tokenMessages.personalHelp, service: tokenMessages.serviceHelp } as const;

/** Asks what a token is for, what it may do, and how long it lives. */
export const TokenFields = (props: TokenFieldsProps): ReactElement => {
  const { value, onChange, kinds, scopes, errors, problem } = props;
  return (
    <>
      {kinds.length > 1 && (
        <RadioGroup
          label={tokenMessages.kind}
          value={value.kind}
          onChange={(kind) => onChange({ ...newRequest(kind, scopes), name: value.name })}
          options={kinds.map((kind) => ({ value: kind, label: tokenMessages[kind], help: kindHelps[kind] }))}
        />
      )}
      <TextField
        label={tokenMessages.name}
        help={tokenMessages.nameHelp}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        error={errors.name ? tokenMessages.nameMissing : errorAt(problem, '/name')}
        required
      />
      <CheckboxGroup
        label={tokenMessages.scopes}
        values={value.scopes}
        onChange={(chosen) => onChange({ ...value, scopes: chosen })}
        options={scopes.map((scope) => ({ value: scope, label: scopeName(scope) }))}
        error={errors.scopes ? tokenMessages.scopesMissing : errorAt(problem, '/scopes')}
      />
      <LifeField
        days={value.days}
        onChange={(days) => onChange({ ...value, days })}
        isInvalid={errors.days === true}
        problem={problem}
      />
      {value.kind === 'service' && (
        <RepositoryPicker
          label={tokenMessages.repositories}
          help={tokenMessages.repositoriesHelp}
          value={value.repositories}
          onChange={(repositories) => onChange({ ...value, repositories })}
          most={10}
          error={errorAt(problem, '/repositoryIds')}
        />
      )}
    </>
  );
};
