import type { JwtVerifier } from '#ports/identity/jwt-verifier.ts';
import type { MailOutbox } from '#ports/mail/mail-outbox.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import type { SamlReader } from '#ports/identity/saml.ts';
import type { SignInProvider } from '#ports/identity/sign-in.ts';
import type { TxtRecords } from '#ports/identity/txt-records.ts';
import type { Outbound } from '#ports/outbound.ts';
import type {
  SsoSecretContext,
  SubscriberSecretContext,
  SecretDecrypter,
  SecretEncrypter,
} from '#ports/secret-cipher.ts';
import { type PermissionTable, port } from './permission.ts';

/** Issuers, credentials of issuers, and what limits callers. */
export const identityPermissions = {
  signIn: {
    port: port<{ signIn: SignInProvider }>(),
    environment: [
      'SIGN_IN_PARAMETER',
      'OIDC_SECRET_PARAMETER',
      'ALLOWED_ISSUERS',
      'PRIVATE_HOSTS',
      'SIGN_UP',
      'SIGN_UP_DOMAINS',
      'CONSOLE',
    ],
    grant: [
      { actions: ['ssm:GetParameter'], resource: 'signInParameter' },
      { actions: ['ssm:GetParameter'], resource: 'oidcSecretParameter' },
      { actions: ['kms:Decrypt'], resource: 'oidcSecretParameterKey' },
    ],
  },
  issuers: { port: port<object>(), environment: ['ALLOWED_ISSUERS'], grant: [] },
  jwtVerifier: {
    port: port<{ verifier: JwtVerifier }>(),
    environment: ['ALLOWED_ISSUERS', 'PRIVATE_HOSTS'],
    grant: [],
  },
  dns: { port: port<{ txtRecords: TxtRecords }>(), environment: ['DNS_SERVERS'], grant: [] },
  organizationRate: {
    port: port<object>(),
    environment: ['CORE_TABLE', 'ORGANIZATION_RATE'],
    grant: [{ actions: ['dynamodb:UpdateItem'], resource: 'organizationRates' }],
  },
  activeScanLimit: { port: port<object>(), environment: ['ACTIVE_SCANS'], grant: [] },
  exchangeRate: { port: port<object>(), environment: ['EXCHANGE_RATE'], grant: [] },
  saml: { port: port<{ saml: SamlReader }>(), environment: [], grant: [] },
  ssoSecrets: {
    encrypt: {
      port: port<{ ssoSecrets: SecretEncrypter<SsoSecretContext> }>(),
      environment: ['CREDENTIALS_KEY_ID'],
      grant: [{ actions: ['kms:Encrypt'], resource: 'ssoSecrets' }],
    },
    decrypt: {
      port: port<{ ssoSecrets: SecretDecrypter<SsoSecretContext> }>(),
      environment: ['CREDENTIALS_KEY_ID'],
      grant: [{ actions: ['kms:Decrypt'], resource: 'ssoSecrets' }],
    },
  },
  subscriberSecrets: {
    encrypt: {
      port: port<{ subscriberSecrets: SecretEncrypter<SubscriberSecretContext> }>(),
      environment: ['CREDENTIALS_KEY_ID'],
      grant: [{ actions: ['kms:Encrypt'], resource: 'subscriberSecrets' }],
    },
    decrypt: {
      port: port<{ subscriberSecrets: SecretDecrypter<SubscriberSecretContext> }>(),
      environment: ['CREDENTIALS_KEY_ID'],
      grant: [{ actions: ['kms:Decrypt'], resource: 'subscriberSecrets' }],
    },
  },
  outbound: { port: port<{ outbound: Outbound }>(), environment: ['PRIVATE_HOSTS'], grant: [] },
  publicAddress: {
    port: port<{ publicAddress: PublicAddress }>(),
    environment: ['SIGN_IN_PARAMETER'],
    grant: [{ actions: ['ssm:GetParameter'], resource: 'signInParameter' }],
  },
  refusals: {
    remember: {
      port: port<object>(),
      environment: ['CORE_TABLE'],
      grant: [{ actions: ['dynamodb:PutItem'], resource: 'refusalRows' }],
    },
  },
  mailOutbox: {
    port: port<{ outbox: MailOutbox }>(),
    environment: ['MAIL_FROM', 'SIGN_IN_PARAMETER'],
    grant: [],
  },
} as const satisfies Partial<PermissionTable>;
