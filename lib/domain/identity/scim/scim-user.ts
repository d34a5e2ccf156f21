import type { Instant, Member } from '@scangate/domain/records';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** A person as the organization's directory sees them. */
export interface DirectoryUser {
  userName: string;
  externalId?: string;
  displayName?: string;
  givenName?: string;
  familyName?: string;
  email: string;
  active: boolean;
}

/** The user of a member. Undefined for a member whom the directory does not manage. */
export const userOf = ({ directory, email, removedAt }: Member): DirectoryUser | undefined =>
  directory && { ...directory.profile, ...names(directory), email, active: removedAt === undefined };

const names = ({ userName, externalId }: NonNullable<Member['directory']>) => ({
  userName,
  ...(externalId !== undefined && { externalId }),
});

/** A user as SCIM shows it. */
export const userView = (
  { personId, joinedAt }: Pick<Member, 'personId' | 'joinedAt'>,
  user: DirectoryUser,
  location: string,
) => {
  const { userName, externalId, displayName, givenName, familyName, email, active } = user;
  const name = {
    ...(givenName !== undefined && { givenName }),
    ...(familyName !== undefined && { familyName }),
  };
  return {
    schemas: [userSchema],
    id: personId,
    ...(externalId !== undefined && { externalId }),
    userName,
    ...(displayName !== undefined && { displayName }),
    ...(Object.keys(name).length > 0 && { name }),
    emails: [{ value: email, type: 'work', primary: true }],
    active,
    meta: { resourceType: 'User', created: joinedAt satisfies Instant, location },
  };
};
