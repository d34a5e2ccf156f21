import { startSession } from '@scangate/domain/identity/sessions/start-session';
import type { Caller } from '@scangate/domain/identity/caller';
import { requireNotErased } from '@scangate/domain/offboarding/require-not-erased';
import { Problem } from '@scangate/domain/problem';
import type { Change } from '@scangate/domain/record-changes';
import type { Member, Organization, Person, Token } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { requirePolicy } from './choose-organization.ts';

type SwitchStore = Pick<
  Store<
    | 'organization'
    | 'member'
    | 'account'
    | 'personOrganization'
    | 'person'
    | 'token'
    | 'identity'
    | 'auditEvent'
  >,
  'load' | 'get' | 'list' | 'commit'
>;

export interface Switch {
  caller: Caller;
  /** The hash of the session's secret. */
  hash: string;
  organizationId: string;
  userAgent: string | undefined;
}

const notFound = () => new Problem('organization_not_found');

/**
 * Reads the records on which a switch is decided, in one round trip.
 * @throws Problem
 */
const loadSwitch = async (store: SwitchStore, { caller, hash, organizationId }: Switch) => {
  const { personId, issuerOf } = caller;
  // A session of an organization's own issuer can only open that organization.
  if (issuerOf !== undefined) throw notFound();
  const [token, person, organization, member, account] = await store.load(
    [
      { record: 'token', id: { tokenHash: hash } },
      { record: 'person', id: { personId } },
      { record: 'organization', id: { organizationId } },
      { record: 'member', id: { organizationId, personId } },
      { record: 'account', id: { accountId: organizationId } },
    ] as const,
    { consistent: true },
  );
  if (!token || token.revokedAt !== undefined) throw new Problem('unauthenticated');
  if (!organization || !member || member.removedAt !== undefined) throw notFound();
  return { token, person, organization, member, account };
};

const opened = (
  {
    token,
    person,
    organization,
    member,
  }: { token: Token; person: Person | undefined; organization: Organization; member: Member },
  { ids, userAgent, now }: { ids: Ids; userAgent: string | undefined; now: Date },
) => {
  const { tokenHash, tokenId, session, expiresAt, createdAt } = token;
  const at = now.toISOString();
  const { personId, email } = member;
  return startSession({
    person: person ?? { personId, email, createdAt: at, identities: [] },
    isNewPerson: person === undefined,
    member,
    organization,
    signedIn: {
      at: session?.signedInAt,
      amr: session?.amr ?? [],
      identityHash: session?.identityHash,
    },
    replaces: { tokenHash, tokenId, organizationId: token.organizationId, expiresAt: expiresAt ?? at },
    endsAt: expiresAt,
    startedAt: session?.startedAt ?? createdAt,
    userAgent,
    tokenId: ids.uuid(),
    random: ids.bytes(60),
    now,
  });
};

/** The next sign-in opens the organization that was switched to. */
const remember = ({ session }: Token, organizationId: string): Change<'identity'>[] =>
  session?.identityHash === undefined
    ? []
    : [
        {
          change: 'update',
          record: 'identity',
          id: { identityHash: session.identityHash },
          set: { lastOrganizationId: organizationId },
        },
      ];

/**
 * Opens another organization of the person. The session ends, and a new one replaces it, with a new secret and the
 * expiry of the old one.
 * @returns the new secret.
 * @throws Problem organization_not_found, or sign_in_refused when the organization's access policy refuses the
 * sign-in.
 */
export const switchOrganization = (
  { store, ids }: { store: SwitchStore; ids: Ids },
  request: Switch,
  now: Date,
): Promise<string> =>
  retryOnConflict(limits.changeSessions, async () => {
    const loaded = await loadSwitch(store, request);
    const { token, account } = loaded;
    const { personId } = request.caller;
    const amr = token.session?.amr ?? [];
    const startedAt = token.session?.startedAt ?? token.createdAt;
    const facts = { personId, amr, startedAt, now, account };
    const organization = await requirePolicy(store, loaded.organization, facts);
    const { secret, changes } = opened(
      { ...loaded, organization },
      { ids, userAgent: request.userAgent, now },
    );
    const { organizationId } = organization;
    const remembered = remember(token, organizationId);
    await commitOrThrow(store, [...changes, ...remembered, requireNotErased(organizationId)]);
    return secret;
  });
