import { randomBytes } from 'node:crypto';
import type { SignInConfiguration } from '#ports/identity/sign-in.ts';
import type { Clock } from '@scangate/emulator-host/clock';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import { openIdentityEmulator, type IdentityEmulator } from '@scangate/emulator-identity/identity-emulator';
import type { IssuerOptions } from '@scangate/emulator-identity/oidc/issuer-options';
import type { SamlOptions } from '@scangate/emulator-identity/saml/provider-options';
import { buttonsOfDemo, companyPeople, demoPeople, regulatedDomain, regulatedPeople } from './demo-people.ts';

interface Secrets {
  service: string;
  company: string;
}

/** The issuer that an organization can use as its own, with its client. */
interface CompanyIssuer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  domain: string;
}

export interface IdentityService {
  readonly emulator: IdentityEmulator;
  /** The deployment's issuer and its client, in the format of a deployment's parameters. */
  readonly signIn: Pick<SignInConfiguration, 'issuer' | 'clientId' | 'publicUrl' | 'people'>;
  readonly clientSecret: string;
  readonly company: CompanyIssuer;
}

const clientId = 'scangate';
const file = 'identity.json';

const isSecrets = (value: unknown): value is Secrets =>
  typeof value === 'object' &&
  value !== null &&
  'service' in value &&
  typeof value.service === 'string' &&
  'company' in value &&
  typeof value.company === 'string';

/** Creates the clients' secrets of a data folder once. */
const secretsOf = (folder: DataFolder): Secrets => {
  const found = folder.readJson(file, isSecrets);
  if (found) return found;
  const secret = (): string => randomBytes(24).toString('base64url');
  const made = { service: secret(), company: secret() };
  folder.writeJson(file, made, 0o600);
  return made;
};

const issuers = (publicUrl: string, secrets: Secrets): [service: IssuerOptions, company: IssuerOptions] => {
  const redirectUris = [`${publicUrl}/v1/session/callback`];
  return [
    {
      path: 'oidc',
      title: 'Sign in to Scangate on this machine',
      clients: [{ clientId, clientSecret: secrets.service, redirectUris }],
      people: [...demoPeople],
      domain: 'new.example',
      signsInHinted: true,
    },
    {
      path: 'company',
      title: 'Sign in at the issuer of a company',
      clients: [{ clientId, clientSecret: secrets.company, redirectUris }],
      people: [...companyPeople],
      domain: 'company.example',
    },
  ];
};

const identityProviders: SamlOptions[] = (['okta', 'entra'] as const).map((style) => ({
  path: style,
  title: `Sign in at a SAML identity provider that answers as ${style === 'okta' ? 'Okta' : 'Entra ID'} does`,
  style,
  people: [...regulatedPeople],
  domain: regulatedDomain,
}));

/** Takes the ports of the emulators for sign-in; everything else is started on first use. */
export const startIdentity = async (given: {
  folder: DataFolder;
  clock: Clock;
  report: (error: unknown) => void;
  /** The address of the service. */
  publicUrl: string;
  port: number | undefined;
  beforeFirstSignIn: () => Promise<unknown>;
}): Promise<IdentityService> => {
  const { publicUrl, ...options } = given;
  const secrets = secretsOf(given.folder);
  const [service, company] = issuers(publicUrl, secrets);
  const emulator = await openIdentityEmulator({ ...options, issuers: [service, company], identityProviders });
  return {
    emulator,
    signIn: { issuer: emulator.issuerOf(service.path), clientId, publicUrl, people: buttonsOfDemo },
    clientSecret: secrets.service,
    company: {
      issuer: emulator.issuerOf(company.path),
      clientId,
      clientSecret: secrets.company,
      domain: company.domain,
    },
  };
};
