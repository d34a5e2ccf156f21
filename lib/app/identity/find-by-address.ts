import { isSameAddress } from '@scangate/domain/identity/invitations/invitation';
import { countsAsMember, maxMembers } from '@scangate/domain/identity/invitations/member-limit';
import type { Member } from '@scangate/domain/records';
import { listAll, type Store } from '#ports/store.ts';

export interface AddressFound {
  /** The member with the address. */
  member: Member | undefined;
  /** A former member with it, where no member has it. */
  former: Member | undefined;
  /** Whether there is no room for one more, where nobody has it. */
  isFull: boolean;
}

/** Finds the member with an address among all members of an organization. */
export const findByAddress = async (
  store: Pick<Store<'member'>, 'list'>,
  organizationId: string,
  email: string,
): Promise<AddressFound> => {
  let former: Member | undefined;
  let count = 0;
  const owner = { organizationId };
  for await (const member of listAll(store, { list: 'members', owner, consistent: true })) {
    if (countsAsMember(member)) count += 1;
    if (!isSameAddress(member.email, email)) continue;
    if (member.removedAt === undefined) return { member, former: undefined, isFull: false };
    former ??= member;
  }
  return { member: undefined, former, isFull: count >= maxMembers };
};
