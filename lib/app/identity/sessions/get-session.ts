import { csrfToken } from '@scangate/domain/identity/csrf';
import { isClientOrganization, type Caller } from '@scangate/domain/identity/caller';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { plans } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import { listAll, type Store } from '#ports/store.ts';

type SessionStore = Pick<
  Store<'organization' | 'person' | 'member' | 'token' | 'personOrganization'>,
  'load' | 'list'
>;

/** A browser asks right after the sign-in, which wrote the session and perhaps the organization. */
const consistent = { consistent: true } as const;

/** The limit of organizations that are shown for one person. */
const maxOrganizations = 100;

/** The organizations that the session can open; a session of an organization's own issuer cannot open others. */
const organizationsOf = async (store: SessionStore, { organizationId, personId, issuerOf }: Caller) => {
  const ids = new Set([organizationId]);
  if (issuerOf === undefined)
    for await (const entry of listAll(store, { list: 'personOrganizations', owner: { personId } }))
      if (entry.removedAt === undefined && ids.size < maxOrganizations) ids.add(entry.organizationId);
  const found = await store.load(
    [...ids].map((each) => ({ record: 'organization', id: { organizationId: each } }) as const),
    consistent,
  );
  return found.flatMap((organization) =>
    organization ? [{ organizationId: organization.organizationId, name: organization.name }] : [],
  );
};

/**
 * Describes the session of a browser: the person, the open organization, and what the person may do there.
 * @throws Problem unauthenticated for a session that has just ended.
 */
export const getSession = async (
  store: SessionStore,
  { caller, secret }: { caller: Caller; secret: string },
) => {
  const { organizationId, personId, role, plan, scopes, issuerOf } = caller;
  const [[token, person, member], organizations] = await Promise.all([
    store.load(
      [
        { record: 'token', id: { tokenHash: tokenHash(secret) } },
        { record: 'person', id: { personId } },
        { record: 'member', id: { organizationId, personId } },
      ] as const,
      consistent,
    ),
    organizationsOf(store, caller),
  ]);
  const open = organizations.find((each) => each.organizationId === organizationId);
  const { idleUntil, expiresAt } = token ?? {};
  if (!open || idleUntil === undefined || expiresAt === undefined) throw new Problem('unauthenticated');
  return {
    person: { personId, email: (issuerOf === undefined ? person?.email : undefined) ?? member?.email ?? '' },
    organization: { ...open, isClient: isClientOrganization(caller) },
    organizations,
    role,
    plan,
    capabilities: [...plans[plan].capabilities],
    scopes: [...scopes],
    csrfToken: csrfToken(secret),
    idleUntil: new Date(idleUntil * 1000).toISOString(),
    expiresAt,
  };
};
