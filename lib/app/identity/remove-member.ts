import { actorOf } from '@scangate/domain/audit/audit-event';
import { membershipChanged } from '@scangate/domain/events/emit/member';
import { requireMayGrantRole } from '@scangate/domain/identity/grantable-roles';
import * as rules from '@scangate/domain/identity/members';
import { requirePerson, requireScopes } from '@scangate/domain/identity/access/require-access';
import type { Caller } from '@scangate/domain/identity/caller';
import {
  endingWith,
  type EndingCredentials,
} from '@scangate/domain/identity/revocation/credentials-of-former-member';
import type { Member, PackLink } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import { recheckOpenWaitsNow } from '../scans/waiting/recheck-open-waits.ts';
import { loadMember } from './load-member.ts';

type Reads = 'member' | 'token' | 'trustRule' | 'waiter' | 'auditorPack' | 'packLink';
type Writes =
  | 'member'
  | 'personOrganization'
  | 'organization'
  | 'scan'
  | 'dedup'
  | 'endedCredentials'
  | 'auditEvent'
  | 'storedEvent';

export type RemovedMember = { personId: string } & EndingCredentials;

/** @throws Problem person_required, insufficient_scope or role_required. */
const requireMayRemove = (caller: Caller, { personId, role }: Member): void => {
  if (personId === caller.personId) return requirePerson(caller);
  requireScopes(caller, ['organization:write']);
  requireMayGrantRole(caller, [role]);
};

/** Lists the links to the packs of an organization that can still be downloaded. */
const linksToPacks = async (
  store: Pick<Store<'auditorPack' | 'packLink'>, 'list'>,
  { organizationId }: { organizationId: string },
  at: string,
): Promise<PackLink[]> => {
  const links: PackLink[] = [];
  for await (const { packId, links: made = 0, expiresAt } of listAll(store, {
    list: 'auditorPacks',
    owner: { organizationId },
  })) {
    if (made === 0 || expiresAt <= at) continue;
    const owner = { organizationId, packId };
    links.push(...(await Array.fromAsync(listAll(store, { list: 'packLinks', owner }))));
  }
  return links;
};

/**
 * Removes a member, or lets the caller leave. Every credential of the person in this organization ends with the membership.
 * @returns the tokens, trust rules and links that end with it, so that they can be replaced.
 * @throws Problem member_not_found, role_required, or conflict for the last owner or a member who changed since.
 */
export const removeMember = async (
  { store, log }: { store: Pick<Store<Reads, Writes>, 'get' | 'list' | 'commit'>; log: Log },
  { caller, personId }: { caller: Caller; personId: string },
  now: Date,
): Promise<RemovedMember> => {
  const at = now.toISOString();
  const owner = { organizationId: caller.organizationId };
  const member = await loadMember(store, { ...owner, personId });
  requireMayRemove(caller, member);
  const tokens = await Array.fromAsync(listAll(store, { list: 'tokens', owner }));
  const trustRules = await Array.fromAsync(listAll(store, { list: 'trustRules', owner }));
  const packLinks = await linksToPacks(store, owner, at);
  const left = { before: member, after: { ...member, removedAt: at }, removedBy: caller.personId };
  await commitOrThrow(store, [
    ...rules.removeMember(actorOf(caller), member, { now: at }),
    ...membershipChanged(caller, left, at),
  ]);
  await recheckOpenWaitsNow(caller.organizationId, { store, log }, now);
  return { personId, ...endingWith(member, { tokens, trustRules, packLinks }, at) };
};
