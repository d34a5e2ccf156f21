import { Problem } from '@scangate/domain/problem';
import type { Member } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';

/** @throws Problem member_not_found for a person who is not, or no longer, a member of the organization. */
export const loadMember = async (
  store: Pick<Store<'member'>, 'get'>,
  id: Pick<Member, 'organizationId' | 'personId'>,
): Promise<Member> => {
  const member = await store.get('member', id, { consistent: true });
  if (!member || member.removedAt) throw new Problem('member_not_found');
  return member;
};
