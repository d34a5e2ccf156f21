import type { Change } from '@scangate/domain/record-changes';
import type { Instant, Member } from '@scangate/domain/records';
import type { EventData } from '../catalog.ts';
import { emitEvent, type Listening } from '../emit-event.ts';

interface MembershipChange {
  /** Absent for a new member. */
  before: Member | undefined;
  after: Member;
  /** The way in which the person joins. */
  by?: EventData<'member.joined'>['by'];
  /** Another person who ends the membership. */
  removedBy?: string | undefined;
}

const isMember = (member: Member | undefined): member is Member =>
  member !== undefined && member.removedAt === undefined;

/** Emits that a member joined or left; nothing while the membership stays as it is. */
export const membershipChanged = (
  organization: Listening,
  { before, after, by = 'invitation', removedBy }: MembershipChange,
  at: Instant,
): Change<'storedEvent'>[] => {
  if (isMember(before) === isMember(after)) return [];
  const { personId, role, joinedAt } = after;
  const event = { cause: `${personId}#${joinedAt}`, at };
  if (isMember(after))
    return emitEvent(organization, { ...event, type: 'member.joined', data: { personId, role, by } });
  const data = { personId, ...(removedBy !== undefined && removedBy !== personId && { removedBy }) };
  return emitEvent(organization, { ...event, type: 'member.removed', data });
};
