import type { ActiveWaiver } from '@scangate/engines/model/gate/waiver';
import { Conflict } from '../conflict.ts';
import { Problem } from '../problem.ts';
import type { Instant, Waiver, WaiverSlot } from '../records.ts';

/** The limit of simultaneous waivers of an organization, including requested ones. */
export const maxWaivers = 1_000;

/** The slot of an ended waiver has been free since then. */
export const alreadyFree: Instant = '1970-01-01T00:00:00.000Z';

/** Thrown when somebody else took a slot, or changed a waiver, since they were read. */
export class WaiverConflict extends Conflict {
  constructor() {
    super('the waivers changed since they were read');
  }
}

const isTaken = ({ freeAt }: WaiverSlot, now: Instant): boolean => freeAt > now;

/** Returns the waivers that hold a slot: requested or approved, and not expired. */
export const liveWaivers = (slots: readonly WaiverSlot[], now: Instant): WaiverSlot[] =>
  slots.filter((slot) => isTaken(slot, now));

/**
 * Returns a number of free slots.
 * @throws Problem too_many_waivers
 */
export const freeSlots = (slots: readonly WaiverSlot[], count: number, now: Instant): number[] => {
  const taken = new Set(liveWaivers(slots, now).map(({ slot }) => slot));
  const free: number[] = [];
  for (let slot = 0; slot < maxWaivers && free.length < count; slot++) if (!taken.has(slot)) free.push(slot);
  if (free.length === count) return free;
  throw new Problem('too_many_waivers', {
    detail: `An organization has at most ${maxWaivers} waivers, and ${taken.size} are active or requested.`,
    limit: maxWaivers,
  });
};

const activeWaiver = (waiver: Waiver): ActiveWaiver[] => {
  const { waiverId, match, scope, reason, status, approvedBy, expiresAt } = waiver;
  if (status !== 'approved' || approvedBy === undefined) return [];
  return [{ waiverId, match, scope, reason, approvedBy, expiresAt }];
};

/** Returns the approved waivers that apply to a repository, excluding requested, ended and expired ones. */
export const activeWaivers = (
  slots: readonly WaiverSlot[],
  repositoryId: string,
  now: Instant,
): ActiveWaiver[] =>
  liveWaivers(slots, now)
    .flatMap(({ waiver }) => activeWaiver(waiver))
    .filter(({ scope }) => scope.repositoryId === undefined || scope.repositoryId === repositoryId);
