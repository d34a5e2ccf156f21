import { changeConflict } from '../etag.ts';
import type { Change } from '../record-changes.ts';
import type { DirectoryAlias, Instant, Member } from '../records.ts';
import { externalIdAlias, userNameAlias } from './scim/change-user.ts';

const memberConflict = () => changeConflict('member');

/** Returns whether the record of a former member still names the person. */
export const namesPerson = ({ email, directory }: Pick<Member, 'email' | 'directory'>): boolean =>
  email !== '' || directory !== undefined;

/** Leaves no address and no name in the record of a person who is no longer a member. */
export const forgetFormerMember = ({ organizationId, personId, joinedAt }: Member): Change<'member'> => ({
  change: 'update',
  record: 'member',
  id: { organizationId, personId },
  set: { email: '' },
  unset: ['directory'],
  when: [
    { field: 'joinedAt', is: 'equal', value: joinedAt },
    { field: 'removedAt', is: 'present' },
  ],
  onConflict: memberConflict,
});

/** The names by which the organization's directory finds a member; mostly one of them is the address. */
export const namesInDirectory = ({ directory }: Pick<Member, 'directory'>): string[] => {
  if (!directory) return [];
  const { userName, externalId } = directory;
  return [userNameAlias(userName), ...(externalId === undefined ? [] : [externalIdAlias(externalId)])];
};

/** Frees a name in the directory, and lets the row expire, whose key is the name. */
export const forgetAlias = (
  { organizationId, alias, personId }: DirectoryAlias,
  now: Instant,
): Change<'directoryAlias'> => ({
  change: 'update',
  record: 'directoryAlias',
  id: { organizationId, alias },
  set: { personId: '', expiresAt: now },
  when: [{ field: 'personId', is: 'equal', value: personId }],
  onConflict: memberConflict,
});
