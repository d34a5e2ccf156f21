import { domainOfAddress } from '@scangate/domain/identity/sso/domain-name';
import { inForce } from '@scangate/domain/identity/sso/sso-settings';
import { Problem } from '@scangate/domain/problem';
import type { SsoSettings } from '@scangate/domain/records';
import type { OrganizationIssuer } from '#ports/identity/sign-in.ts';
import type { Store } from '#ports/store.ts';
import type { SsoSecretContext, SecretDecrypter } from '#ports/secret-cipher.ts';
import { signInFailed } from './sign-in-refusal.ts';

type SettingsStore = Pick<Store<'domainClaim' | 'ssoSettings'>, 'get'>;

/** The provider that is listed for everybody: the issuer of the deployment. */
export const deploymentProvider = 'default';

const organizationOf = async (
  store: SettingsStore,
  { email, providerId }: { email?: string | undefined; providerId?: string | undefined },
): Promise<string | undefined> => {
  if (providerId !== undefined) return providerId === deploymentProvider ? undefined : providerId;
  const domain = email === undefined ? undefined : domainOfAddress(email);
  if (domain === undefined) return undefined;
  const claim = await store.get('domainClaim', { domain });
  return claim?.organizationId || undefined;
};

const settingsOf = async (
  store: Pick<SettingsStore, 'get'>,
  organizationId: string,
): Promise<SsoSettings | undefined> =>
  inForce(await store.get('ssoSettings', { organizationId }, { consistent: true }));

/**
 * Finds the organization whose own issuer a sign-in requests: by its id, or by the domain of an address.
 * @throws Problem invalid_query for an unknown provider.
 */
export const findOrganizationIssuer = async (
  store: SettingsStore,
  asked: { email?: string | undefined; providerId?: string | undefined },
): Promise<{ organizationId: string; issuer: SsoSettings['issuer'] } | undefined> => {
  const organizationId = await organizationOf(store, asked);
  if (organizationId === undefined) return undefined;
  const settings = await settingsOf(store, organizationId);
  if (settings) return { organizationId, issuer: settings.issuer };
  // An address in the domain of an organization without single sign-on signs in like any other.
  if (asked.providerId === undefined) return undefined;
  throw new Problem('invalid_query', { detail: 'providerId: there is no such provider.' });
};

/**
 * Opens the issuer of an organization, with its secret.
 * @throws SignInRefusal when it is gone.
 */
export const openOrganizationIssuer = async (
  { store, ssoSecrets }: { store: Pick<SettingsStore, 'get'>; ssoSecrets: SecretDecrypter<SsoSecretContext> },
  organizationId: string,
): Promise<OrganizationIssuer> => {
  const found = (await settingsOf(store, organizationId))?.issuer;
  if (found?.kind !== 'oidc') throw signInFailed('sso_removed', organizationId);
  const { issuer, clientId, sealedSecret } = found;
  const secret = await ssoSecrets.decrypt(sealedSecret, { organization: organizationId, purpose: 'sso' });
  return { issuer, clientId, secret };
};
