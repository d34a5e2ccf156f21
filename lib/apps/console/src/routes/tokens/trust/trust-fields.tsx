import type { ReactElement } from 'react';
import { scopeName } from '@scangate/console/messages/organization/tokens.ts';
import { providerName, trustMessages } from '@scangate/console/messages/organization/trust.ts';
import { CheckboxGroup } from '@scangate/console/parts/forms/checkbox-group.tsx';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import type { FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { RepositoryPicker } from '@scangate/console/routes/pickers/repository-picker.tsx';
import { ClaimRows } from './claim-rows.tsx';
import {
  asksForForks,
  newTrustRequest,
  providers,
  trustScopes,
  type TrustErrors,
  type TrustRequest,
} from './trust-request.ts';

export interface TrustFieldsProps extends FieldsProps<TrustRequest, TrustErrors> {
  /** The provider and the issuer of a stored rule stay. */
  isStored?: boolean;
}

/** The repositories that a rule can list. */
const mostListed = 50;

const Forks = ({ value, onChange }: TrustFieldsProps): ReactElement | null =>
  asksForForks(value.provider) ? (
    <RadioGroup
      label={trustMessages.fork}
      value={value.forkBuilds}
      onChange={(forkBuilds) => onChange({ ...value, forkBuilds })}
      options={[
        { value: 'off', label: trustMessages.forkOff },
        { value: 'accepted', label: trustMessages.forkAccepted },
      ]}
    />
  ) : null;

const Repositories = ({ value, onChange, errors, problem }: TrustFieldsProps): ReactElement => (
  <>
    <RadioGroup
      label={trustMessages.repositories}
      value={value.repositories}
      onChange={(repositories) => onChange({ ...value, repositories })}
      options={[
        { value: 'matching', label: trustMessages.matching, disabled: value.provider === 'bitbucket' },
        { value: 'all', label: trustMessages.all },
        { value: 'listed', label: trustMessages.some },
      ]}
    />
    {value.repositories === 'listed' && (
      <RepositoryPicker
        label={trustMessages.listedLabel}
        value={value.listed}
        onChange={(listed) => onChange({ ...value, listed })}
        most={mostListed}
        error={errors.listed ? trustMessages.listedMissing : errorAt(problem, '/repositories')}
      />
    )}
  </>
);

const Issuer = ({ value, onChange, problem, isStored = false }: TrustFieldsProps): ReactElement => (
  <>
    <TextField
      label={trustMessages.issuer}
      help={trustMessages.issuerHelp}
      value={value.issuer}
      onChange={(issuer) => onChange({ ...value, issuer })}
      error={errorAt(problem, '/issuer')}
      disabled={isStored}
      mono
    />
    {value.provider !== 'azure' && (
      <TextField
        label={trustMessages.audience}
        help={trustMessages.audienceHelp}
        value={value.audience}
        onChange={(audience) => onChange({ ...value, audience })}
        error={errorAt(problem, '/audience')}
        mono
      />
    )}
  </>
);

/** Asks whose tokens a rule takes, and what they may do. */
export const TrustFields = (props: TrustFieldsProps): ReactElement => {
  const { value, onChange, errors, problem } = props;
  return (
    <>
      <TextField
        label={trustMessages.name}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        error={errors.name ? trustMessages.nameMissing : errorAt(problem, '/name')}
        required
      />
      <Select
        label={trustMessages.provider}
        value={value.provider}
        onChange={(provider) => onChange({ ...newTrustRequest(provider), name: value.name })}
        options={providers.map((provider) => ({ value: provider, label: providerName(provider) }))}
        disabled={props.isStored ?? false}
      />
      <ClaimRows {...props} />
      <Issuer {...props} />
      <Repositories {...props} />
      <CheckboxGroup
        label={trustMessages.scopes}
        values={value.scopes}
        onChange={(scopes) => onChange({ ...value, scopes })}
        options={trustScopes.map((scope) => ({ value: scope, label: scopeName(scope) }))}
        error={errors.scopes ? trustMessages.scopesMissing : errorAt(problem, '/scopes')}
      />
      <Forks {...props} />
    </>
  );
};
