import type { DirectoryGroup, SsoSettings } from '@scangate/domain/records';
import type { Role } from '../roles.ts';
import { mapRole } from '../sso/map-role.ts';

/** The names of the directory's groups that a member is in, and the roles that groups give. */
export interface GroupsOfMember {
  names: string[];
  roles: SsoSettings['roles'];
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

/** The names of the groups that contain a person. */
export const groupsWith = (personId: string, groups: readonly DirectoryGroup[]): string[] =>
  sorted(
    groups
      .filter(({ members, removedAt }) => removedAt === undefined && members.includes(personId))
      .map(({ displayName }) => displayName),
  );

/** The names of a member's groups after a change of one group. */
export const groupsAfter = (
  names: readonly string[],
  { left, joined }: { left: string | undefined; joined: string | undefined },
): string[] => sorted([...names.filter((name) => name !== left), ...(joined === undefined ? [] : [joined])]);

/** The role that groups give. @returns undefined for settings without roles. */
export const roleOfGroups = ({ names, roles }: GroupsOfMember): Exclude<Role, 'owner'> | undefined =>
  mapRole(roles && { ...roles, claim: 'groups' }, { groups: names });
