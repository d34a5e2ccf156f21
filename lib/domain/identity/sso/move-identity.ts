import type { Change } from '@scangate/domain/record-changes';
import type { Identity, Person } from '@scangate/domain/records';
import { PersonConflict, personAsRead } from '../sessions/start-session.ts';

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
