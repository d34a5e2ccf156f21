import type { Change } from './change.ts';
import { Problem } from './problem.ts';
import type { Instant, Member } from './records.ts';
import type { Role } from './roles.ts';

/** Only an owner makes or unmakes an owner. */
const requireOwner = (caller: { role: Role }): void => {
  if (caller.role !== 'owner') {
    throw new Problem('role_required', {
      detail: 'Only an owner makes or unmakes an owner.',
      roles: ['owner'],
    });
  }
};

/** Keeps count of the owners; the last one stays. */
const countOwners = (organizationId: string, difference: 1 | -1): Change<'organization'> => ({
  change: 'update',
  record: 'organization',
  id: { organizationId },
  add: { owners: difference },
  ...(difference < 0 && { floor: { owners: 2 } }),
  refused: () => new Problem('conflict', { detail: 'An organization keeps at least one owner.' }),
});

export const addMember = (caller: { role: Role }, member: Member): Change<'member' | 'organization'>[] => {
  if (member.role === 'owner') requireOwner(caller);
  return [
    { change: 'insert', record: 'member', item: member },
    ...(member.role === 'owner' ? [countOwners(member.organizationId, 1)] : []),
  ];
};

const changed = () =>
  new Problem('conflict', { detail: 'The member was changed meanwhile; read it and try again.' });

export const changeRole = (
  caller: { role: Role },
  member: Member,
  role: Role,
): Change<'member' | 'organization'>[] => {
  if (member.role === role) return [];
  const [was, is] = [member.role === 'owner', role === 'owner'];
  if (was || is) requireOwner(caller);
  const { organizationId, personId } = member;
  return [
    ...(was === is ? [] : [countOwners(organizationId, is ? 1 : -1)]),
    {
      change: 'update',
      record: 'member',
      id: { organizationId, personId },
      set: { role },
      when: [
        { field: 'role', is: 'equal', value: member.role },
        { field: 'removedAt', is: 'absent' },
      ],
      refused: changed,
    },
  ];
};

/** From this moment on no token of the person is accepted any more (tokens.ts, `isLiveToken`). */
export const removeMember = (
  caller: { role: Role },
  member: Member,
  now: Instant,
): Change<'member' | 'organization'>[] => {
  const wasOwner = member.role === 'owner';
  if (wasOwner) requireOwner(caller);
  const { organizationId, personId } = member;
  return [
    ...(wasOwner ? [countOwners(organizationId, -1)] : []),
    {
      change: 'update',
      record: 'member',
      id: { organizationId, personId },
      set: { removedAt: now },
      when: [
        { field: 'role', is: 'equal', value: member.role },
        { field: 'removedAt', is: 'absent' },
      ],
      refused: changed,
    },
  ];
};

export const memberView = ({ personId, email, role, joinedAt }: Member) => ({
  personId,
  email,
  role,
  joinedAt,
});
