import type { Change } from '@scangate/domain/record-changes';
import type { Identity, Member, Person } from '@scangate/domain/records';
import { isSameAddress } from '../invitations/invitation.ts';
import { PersonConflict, personAsRead } from '../sessions/start-session.ts';

/**
 * Whether the directory deleted a user and created the same one again. Whoever was removed may choose the address that
 * their identity provider states, so that it alone tells nothing: the user must have been created since, with the
 * address of the former one. The directory's names show that a user was only deactivated and may return.
 */
export const isCreatedAgain = (former: Member | undefined, again: Member): boolean =>
  former?.removedAt !== undefined &&
  former.directory === undefined &&
  again.directory !== undefined &&
  again.removedAt === undefined &&
  again.joinedAt > former.removedAt &&
  isSameAddress(former.email, again.email);

/**
 * Moves an identity of a removed person to the one whom the directory created for the same user. Nothing else of the
 * former person moves, so that their credentials stay dead.
 */
export const moveIdentity = (
  { identityHash, personId }: Identity,
  { from, to, organizationId }: { from: Person; to: Person; organizationId: string },
): Change<'identity' | 'person'>[] => {
  const onConflict = () => new PersonConflict('the former person of the identity');
  return [
    {
      change: 'update',
      record: 'identity',
      id: { identityHash },
      set: { personId: to.personId, lastOrganizationId: organizationId },
      when: [{ field: 'personId', is: 'equal', value: personId }],
      onConflict,
    },
    {
      change: 'update',
      record: 'person',
      id: { personId: from.personId },
      set: {
        identities: from.identities.filter((hash) => hash !== identityHash),
        sessionsVersion: (from.sessionsVersion ?? 0) + 1,
      },
      when: personAsRead(from),
      onConflict,
    },
  ];
};
