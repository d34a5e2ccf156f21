import type { Caller } from '@scangate/domain/identity/caller';
import { isVerified } from '@scangate/domain/identity/sso/organization-domains';
import type { SsoRequest } from '@scangate/domain/identity/sso/sso-request';
import * as rules from '@scangate/domain/identity/sso/sso-settings';
import { Problem } from '@scangate/domain/problem';
import type { Organization, SsoSettings } from '@scangate/domain/records';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { SsoSecretContext, SecretEncrypter } from '#ports/secret-cipher.ts';
import { listDomains } from './domains.ts';

type SsoStore = Pick<
  Store<'ssoSettings' | 'organization' | 'organizationDomain' | 'member' | 'auditEvent' | 'mail'>,
  'load' | 'list' | 'commit'
>;
type Sso = { organization: Organization; settings: SsoSettings | undefined };

/** Loads the sign-on settings of an organization, removed ones included. @throws Problem not_found */
export const loadSso = async (store: Pick<SsoStore, 'load'>, organizationId: string): Promise<Sso> => {
  const [organization, settings] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'ssoSettings', id: { organizationId } },
    ] as const,
    { consistent: true },
  );
  if (!organization) throw new Problem('not_found');
  return { organization, settings };
};

interface SsoEdit {
  caller: Caller;
  ifMatch: string | undefined;
}

const sealSecret = async (
  { issuer }: SsoRequest,
  ssoSecrets: SecretEncrypter<SsoSecretContext>,
  organization: string,
): Promise<string | undefined> =>
  issuer.kind === 'oidc' && issuer.clientSecret !== undefined
    ? ssoSecrets.encrypt(issuer.clientSecret, { organization, purpose: 'sso' })
    : undefined;

/**
 * Sets the sign-on of the caller's organization.
 * @throws Problem precondition_required, etag_mismatch, entitlement_denied, sso_invalid or domain_not_verified.
 */
export const changeSso = async (
  { store, ssoSecrets }: { store: SsoStore; ssoSecrets: SecretEncrypter<SsoSecretContext> },
  { request, ...edit }: SsoEdit & { request: SsoRequest },
  now: Date,
): Promise<Sso> => {
  const { organizationId } = edit.caller;
  const sso = await loadSso(store, organizationId);
  const domains = (await listDomains(store, organizationId)).filter(isVerified).length;
  const refs = (request.enforced?.breakGlass ?? []).map(
    (personId) => ({ record: 'member', id: { organizationId, personId } }) as const,
  );
  const named = (await store.load(refs, { consistent: true })).filter((member) => member !== undefined);
  const sealed = await sealSecret(request, ssoSecrets, organizationId);
  const state = { ...sso, domains, named };
  const changed = rules.changeSso(state, { ...edit, request, sealed, now: now.toISOString() });
  await commitOrThrow(store, changed.changes);
  return changed;
};

/** Removes the sign-on of the caller's organization. @throws Problem precondition_required or etag_mismatch. */
export const removeSso = async (store: SsoStore, edit: SsoEdit, now: Date): Promise<void> => {
  const sso = await loadSso(store, edit.caller.organizationId);
  await commitOrThrow(store, rules.removeSso(sso, { ...edit, now: now.toISOString() }));
};
