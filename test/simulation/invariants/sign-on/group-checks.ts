import type { MemoryStore } from '#adapters/memory/store.ts';
import type { Member } from '@scangate/domain/records';
import type { Report } from '../violation.ts';

/** The roles that groups give, the first that counts first. */
const order = ['admin', 'billing'] as const;

/**
 * Checks that each member whom a directory manages has the groups that contain them, and no role but that of these,
 * where groups give roles. @returns the number of members in groups.
 */
export const checkGroups = (store: MemoryStore, report: Report): number => {
  const groups = store.all('directoryGroup').filter(({ removedAt }) => removedAt === undefined);
  const settings = new Map(store.all('ssoSettings').map((each) => [each.organizationId, each.roles?.values]));
  const check = ({ organizationId, personId, role, removedAt, directory }: Member): boolean => {
    const containing = groups
      .filter((group) => group.organizationId === organizationId && group.members.includes(personId))
      .map(({ displayName }) => displayName)
      .toSorted();
    const said = (directory?.groups ?? []).join(', ');
    if (said !== containing.join(', '))
      report('groups', `${organizationId} ${personId} is said to be in ${said}, not in ${containing}`);
    const values = settings.get(organizationId);
    if (values && removedAt === undefined && role !== 'owner') {
      const given = order.find((each) => containing.some((name) => values[name] === each)) ?? 'member';
      if (role !== given)
        report('groups', `${organizationId} ${personId} is ${role}, and ${given} by groups`);
    }
    return containing.length > 0;
  };
  return store.all('member').filter((member) => member.directory && check(member)).length;
};
