import type { Change } from '@scangate/domain/record-changes';
import { identityHash } from '@scangate/domain/identity/identity-hash';
import type { Member } from '@scangate/domain/records';
import { roles } from '@scangate/domain/identity/roles';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import { demoPerson } from './demo-people.ts';

type LinkChange = Change<'person' | 'identity' | 'member'>;

/** Links a subject at the issuer to this member, whoever it was linked to before. */
const linkMember = async (
  store: Store,
  member: Member,
  { issuer, now }: { issuer: string; now: string },
): Promise<LinkChange[]> => {
  const { subject, email } = demoPerson(member.role);
  const hash = identityHash({ issuer, subject });
  const { personId, organizationId } = member;
  const [person, identity] = await store.load([
    { record: 'person', id: { personId } },
    { record: 'identity', id: { identityHash: hash } },
  ]);
  const personChange = (): LinkChange[] => {
    if (!person) {
      const item = { personId, email, createdAt: now, identities: [hash] };
      return [{ change: 'insert', record: 'person', item }];
    }
    if (person.identities.includes(hash)) return [];
    const identities = [...person.identities, hash];
    return [{ change: 'update', record: 'person', id: { personId }, set: { identities } }];
  };
  const identityChange = (): LinkChange[] => {
    if (identity?.personId === personId) return [];
    const item = { identityHash: hash, personId, createdAt: now };
    const isPresent = { field: 'personId', is: 'present' } as const;
    return [{ change: 'insert', record: 'identity', item, ...(identity && { replaceIf: [isPresent] }) }];
  };
  const renamed: LinkChange[] =
    member.email === email
      ? []
      : [{ change: 'update', record: 'member', id: { organizationId, personId }, set: { email } }];
  return [...personChange(), ...identityChange(), ...renamed];
};

/**
 * Links the people whom the local issuer lists to members of an organization: for each role, the member who joined
 * first. It changes nothing when they are linked already.
 */
export const linkDemoPeople = async (
  store: Store,
  organizationId: string,
  given: { issuer: string; now: Date },
): Promise<void> => {
  const members = await Array.fromAsync(listAll(store, { list: 'members', owner: { organizationId } }));
  const present = members
    .filter(({ removedAt }) => removedAt === undefined)
    .toSorted((one, other) => one.joinedAt.localeCompare(other.joinedAt));
  const firsts = roles.flatMap((role) => present.find((member) => member.role === role) ?? []);
  const at = { issuer: given.issuer, now: given.now.toISOString() };
  const changes = await Promise.all(firsts.map((member) => linkMember(store, member, at)));
  if (changes.flat().length > 0) await commitOrThrow(store, changes.flat());
};
