import { actorOf, auditEvent, type Actor, type AuditAction } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { Problem } from '../problem.ts';
import type { AuditEvent, Instant, Member } from '../records.ts';
import type { Role } from './roles.ts';

/** What becomes of a member, with the count of owners where it changes and the event that tells of it. */
type MemberChange = Change<'member' | 'organization' | 'auditEvent'>;

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
  onConflict: () => new Problem('conflict', { detail: 'An organization keeps at least one owner.' }),
});

const changed = () =>
  new Problem('conflict', { detail: 'The member was changed meanwhile; read it and try again.' });

const told = (
  caller: Actor,
  { organizationId, personId }: Member,
  event: { action: AuditAction; cause: string; at: Instant } & Pick<AuditEvent, 'before' | 'after'>,
): Change<'auditEvent'> =>
  auditEvent({ organizationId, actor: actorOf(caller), target: personId, onConflict: changed, ...event });

export const addMember = (caller: Actor, member: Member): MemberChange[] => {
  const { organizationId, personId, email, role, joinedAt } = member;
  if (role === 'owner') requireOwner(caller);
  return [
    { change: 'insert', record: 'member', item: member },
    ...(role === 'owner' ? [countOwners(organizationId, 1)] : []),
    told(caller, member, {
      action: 'member.added',
      cause: `${personId}#${joinedAt}`,
      at: joinedAt,
      after: { email, role },
    }),
  ];
};

/** Another role from now on; nothing, when it is the one the member has. */
export const changeRole = (caller: Actor, member: Member, role: Role, now: Instant): MemberChange[] => {
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
      onConflict: changed,
    },
    told(caller, member, {
      action: 'member.changed',
      cause: `${personId}#${now}#${member.role}#${role}`,
      at: now,
      before: { role: member.role },
      after: { role },
    }),
  ];
};

/** From this moment on no token of the person is accepted any more (tokens.ts, `isLiveToken`). */
export const removeMember = (caller: Actor, member: Member, now: Instant): MemberChange[] => {
  const wasOwner = member.role === 'owner';
  if (wasOwner) requireOwner(caller);
  const { organizationId, personId, email, role } = member;
  return [
    ...(wasOwner ? [countOwners(organizationId, -1)] : []),
    {
      change: 'update',
      record: 'member',
      id: { organizationId, personId },
      set: { removedAt: now },
      when: [
        { field: 'role', is: 'equal', value: role },
        { field: 'removedAt', is: 'absent' },
      ],
      onConflict: changed,
    },
    told(caller, member, {
      action: 'member.removed',
      cause: `${personId}#${now}`,
      at: now,
      before: { email, role },
    }),
  ];
};

export const memberView = ({ personId, email, role, joinedAt }: Member) => ({
  personId,
  email,
  role,
  joinedAt,
});
