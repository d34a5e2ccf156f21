import { actorOf } from '@scangate/domain/audit/audit-event';
import { requireMayGrantRole } from '@scangate/domain/identity/grantable-roles';
import { changeDigest, changeRole } from '@scangate/domain/identity/members';
import type { Role } from '@scangate/domain/identity/roles';
import { ErasedConflict } from '@scangate/domain/offboarding/require-not-erased';
import { Problem } from '@scangate/domain/problem';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Member } from '@scangate/domain/records';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadMember } from './load-member.ts';

interface MemberEdit {
  caller: Caller;
  personId: string;
  role?: Role | undefined;
  advisoryDigest?: 'daily' | 'off' | undefined;
}

/**
 * Changes the role of a member, or whether the member gets the digest of advisories.
 * @returns the member after the change.
 * @throws Problem member_not_found, role_required, or conflict for the last owner, a member who changed since, or another owner of
 * an organization that is being erased.
 */
export const changeMember = async (
  store: Pick<Store<'member' | 'organization' | 'auditEvent'>, 'get' | 'commit'>,
  { caller, personId, role, advisoryDigest }: MemberEdit,
  now: Date,
): Promise<Member> => {
  const member = await loadMember(store, { organizationId: caller.organizationId, personId });
  const at = now.toISOString();
  if (role) {
    if (role !== member.role) requireMayGrantRole(caller, [member.role, role]);
    await commitOrThrow(store, changeRole({ actor: actorOf(caller), member, role, now: at })).catch(
      (error: unknown) => {
        if (!(error instanceof ErasedConflict)) throw error;
        throw new Problem('conflict', { detail: 'The organization is being erased.' });
      },
    );
  }
  if (advisoryDigest) await commitOrThrow(store, changeDigest({ caller, member, advisoryDigest, now: at }));
  return (role ?? advisoryDigest)
    ? loadMember(store, { organizationId: caller.organizationId, personId })
    : member;
};
