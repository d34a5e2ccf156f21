import type { ReactElement } from 'react';
import { ssoMessages } from '@scangate/console/messages/organization/sso.ts';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextArea, TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { SsoSettings } from './sso-settings.ts';

export interface SsoFieldsProps {
  value: SsoSettings;
  onChange: (changes: Partial<SsoSettings>) => void;
  problem: unknown;
}

interface IssuerFieldsProps extends SsoFieldsProps {
  isFull: boolean;
  isStored: boolean;
  missing: ReadonlySet<keyof SsoSettings>;
  clientSecret: string;
  onSecret: (secret: string) => void;
}

const OidcFields = (props: IssuerFieldsProps): ReactElement => {
  const { value, onChange, problem, missing, clientSecret, onSecret, isStored } = props;
  return (
    <>
      <TextField
        label={ssoMessages.issuerUrl}
        type="url"
        value={value.issuer}
        onChange={(issuer) => onChange({ issuer })}
        error={missing.has('issuer') ? ssoMessages.missing : errorAt(problem, '/issuer/issuer')}
        mono
      />
      <TextField
        label={ssoMessages.clientId}
        value={value.clientId}
        onChange={(clientId) => onChange({ clientId })}
        error={missing.has('clientId') ? ssoMessages.missing : errorAt(problem, '/issuer/clientId')}
        mono
      />
      <TextField
        label={ssoMessages.clientSecret}
        type="password"
        {...(isStored && { help: ssoMessages.secretKept })}
        value={clientSecret}
        onChange={onSecret}
        error={errorAt(problem, '/issuer/clientSecret')}
        mono
      />
    </>
  );
};

const SamlFields = ({ value, onChange, problem, missing }: IssuerFieldsProps): ReactElement => {
  const { organizationId } = useSession().organization;
  return (
    <>
      <p>
        <a href={`/v1/sso/${encodeURIComponent(organizationId)}/metadata`}>{ssoMessages.metadata}</a>
      </p>
      <TextField
        label={ssoMessages.entityId}
        value={value.entityId}
        onChange={(entityId) => onChange({ entityId })}
        error={missing.has('entityId') ? ssoMessages.missing : errorAt(problem, '/issuer/entityId')}
        mono
      />
      <TextField
        label={ssoMessages.signInUrl}
        type="url"
        value={value.signInUrl}
        onChange={(signInUrl) => onChange({ signInUrl })}
        error={missing.has('signInUrl') ? ssoMessages.missing : errorAt(problem, '/issuer/signInUrl')}
        mono
      />
      <TextArea
        label={ssoMessages.certificates}
        help={ssoMessages.certificatesHelp}
        rows={6}
        value={value.certificates}
        onChange={(certificates) => onChange({ certificates })}
        error={missing.has('certificates') ? ssoMessages.missing : errorAt(problem, '/issuer/certificates')}
        mono
      />
    </>
  );
};

/** The issuer itself: OIDC, and on Regulated SAML, too. */
export const IssuerFields = (props: IssuerFieldsProps): ReactElement => {
  const { value, onChange, isFull } = props;
  return (
    <>
      {isFull && (
        <RadioGroup
          label={ssoMessages.kind}
          value={value.kind}
          onChange={(kind) => onChange({ kind })}
          options={[
            { value: 'oidc', label: ssoMessages.oidc },
            { value: 'saml', label: ssoMessages.saml },
          ]}
        />
      )}
      {value.kind === 'oidc' ? <OidcFields {...props} /> : <SamlFields {...props} />}
    </>
  );
};
