import { changeRole } from '@scangate/domain/identity/members';
import type { Caller, Role } from '@scangate/domain/identity/roles';
import type { Member } from '@scangate/domain/records';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadMember } from './load-member.ts';

/**
 * Changes the role of a member.
 * @returns the member with the new role.
 * @throws Problem member_not_found, role_required, or conflict for the last owner or a member who changed since.
 */
export const changeMember = async (
  store: Pick<Store<'member' | 'organization' | 'auditEvent'>, 'get' | 'commit'>,
  { caller, personId, role }: { caller: Caller; personId: string; role: Role },
  now: Date,
): Promise<Member> => {
  const member = await loadMember(store, { organizationId: caller.organizationId, personId });
  await commitOrThrow(store, changeRole({ caller, member, role, now: now.toISOString() }));
  return { ...member, role };
};
