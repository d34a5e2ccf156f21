import type { Change } from '@scangate/domain/record-changes';
import type { Instant, Member } from '@scangate/domain/records';
import { addMember, changeRole } from '../members.ts';
import type { Role } from '../roles.ts';

type JoinChange = Change<'member' | 'personOrganization' | 'organization' | 'auditEvent'>;

const actor = { kind: 'system' } as const;

/** Adds a person whom the organization's own issuer vouches for the first time. */
export const joinMember = (
  { organizationId, personId, email }: { organizationId: string; personId: string; email: string },
  role: Exclude<Role, 'owner'> | undefined,
  now: Instant,
): { member: Member; changes: JoinChange[] } => {
  const member: Member = { organizationId, personId, email, role: role ?? 'member', joinedAt: now };
  return { member, changes: addMember(actor, member) };
};

/**
 * Gives a member the role that the sign-in states. Owners keep theirs, and so do members whom the directory manages.
 */
export const updateRole = (
  member: Member,
  role: Exclude<Role, 'owner'> | undefined,
  now: Instant,
): { member: Member; changes: JoinChange[] } => {
  const isKept = role === undefined || member.role === 'owner' || member.directory !== undefined;
  if (isKept) return { member, changes: [] };
  return { member: { ...member, role }, changes: changeRole({ actor, member, role, now }) };
};
