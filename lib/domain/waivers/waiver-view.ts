import { addMs, dayMs } from '../instant.ts';
import type { Instant, Waiver, WaiverSlot } from '../records.ts';

/** A waiver is expiring in its last week. */
export const expiringMs = 7 * dayMs;

/** The groups to which a list of waivers can be limited. */
export const waiverFilters = ['requested', 'active', 'expiring', 'expired', 'unused'] as const;
export type WaiverFilter = (typeof waiverFilters)[number];

/** The state of a waiver as the API shows it; an expired waiver is not in force. */
const stateOf = ({ status, expiresAt }: Waiver, now: Instant) => {
  if (status !== 'approved' && status !== 'requested') return status;
  if (expiresAt <= now) return 'expired' as const;
  return status === 'approved' ? ('active' as const) : ('requested' as const);
};

/** Returns whether the waiver is in its last week. */
export const isExpiring = (waiver: Waiver, now: Instant): boolean =>
  stateOf(waiver, now) === 'active' && waiver.expiresAt <= addMs(now, expiringMs);

/** Returns whether a waiver is in a group. `unused`: in force, and no scan has used it yet. */
export const isInFilter = (
  waiver: Waiver,
  { filter, slot, now }: { filter: WaiverFilter; slot: WaiverSlot | undefined; now: Instant },
): boolean => {
  const state = stateOf(waiver, now);
  if (filter === 'expiring') return isExpiring(waiver, now);
  if (filter === 'unused') return state === 'active' && slot?.lastMatchedAt === undefined;
  return state === filter;
};

/**
 * A waiver as the API shows it.
 * @param slot its slot, while it has one.
 */
export const waiverView = (waiver: Waiver, slot: WaiverSlot | undefined, now: Instant) => {
  const { organizationId: _organization, slot: _slot, status: _status, ...stored } = waiver;
  const { dueQueue: _queue, dueAt: _due, ...shown } = stored;
  return {
    ...shown,
    status: stateOf(waiver, now),
    ...(slot?.waiverId === waiver.waiverId &&
      slot.lastMatchedAt !== undefined && { lastMatchedAt: slot.lastMatchedAt }),
  };
};
