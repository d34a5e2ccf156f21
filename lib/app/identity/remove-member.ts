import * as rules from '@scangate/domain/identity/members';
import type { Caller } from '@scangate/domain/identity/roles';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadMember } from './load-member.ts';

/**
 * Removes a member, and with the membership every token of the person.
 * @throws Problem member_not_found, role_required, or conflict for the last owner or a member who changed since.
 */
export const removeMember = async (
  store: Pick<Store<'member' | 'organization' | 'auditEvent'>, 'get' | 'commit'>,
  { caller, personId }: { caller: Caller; personId: string },
  now: Date,
): Promise<void> => {
  const member = await loadMember(store, { organizationId: caller.organizationId, personId });
  await commitOrThrow(store, rules.removeMember(caller, member, now.toISOString()));
};
