import type { Member } from '../records.ts';

/** The name that the directory gives a member, or the part of the address before the `@`. */
const nameOf = ({ email, directory }: Pick<Member, 'email' | 'directory'>): string => {
  const { displayName = '', givenName = '', familyName = '' } = directory?.profile ?? {};
  const named = displayName.trim() || `${givenName} ${familyName}`.trim();
  return named || email.slice(0, Math.max(1, email.lastIndexOf('@')));
};

/** Members as everybody in the organization sees them. Two of one name are told apart by their addresses. */
export const peopleView = (members: readonly Member[]): { personId: string; displayName: string }[] => {
  const present = members.filter(({ removedAt }) => removedAt === undefined);
  const sameName = Map.groupBy(present, (member) => nameOf(member).toLowerCase());
  return present.map((member) => {
    const name = nameOf(member);
    const isUnique = sameName.get(name.toLowerCase())?.length === 1;
    return { personId: member.personId, displayName: isUnique ? name : member.email };
  });
};
