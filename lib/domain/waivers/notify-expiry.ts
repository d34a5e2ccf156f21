import type { Change } from '../record-changes.ts';
import { waiverExpired, waiverExpiring } from '../events/emit/waiver.ts';
import type { Listening } from '../events/emit-event.ts';
import { addMs, dayMs } from '../instant.ts';
import type { Instant, WaiverSlot } from '../records.ts';
import { WaiverConflict } from './waiver-slots.ts';
import { expiringMs } from './waiver-view.ts';

/** The limit of waivers whose events fit into one transaction, each with its mark. */
const maxTold = 40;

/** An expiry that had no subscriber at the time is not reported later. */
const newsMs = 2 * dayMs;

/** Returns how close the expiry of a waiver in force is; undefined while there is nothing to report. */
const stageOf = ({ waiver: { status, expiresAt } }: WaiverSlot, now: Instant): WaiverSlot['toldStage'] => {
  if (status !== 'approved' || expiresAt > addMs(now, expiringMs)) return undefined;
  if (expiresAt <= now) return expiresAt > addMs(now, -newsMs) ? 'expired' : undefined;
  return expiresAt <= addMs(now, dayMs) ? 'day' : 'week';
};

const isUntold = (slot: WaiverSlot, now: Instant): boolean => {
  const stage = stageOf(slot, now);
  return stage !== undefined && stage !== slot.toldStage;
};

/** The waivers whose expiry has to be reported. */
export const unnotifiedExpiries = (slots: readonly WaiverSlot[], now: Instant): WaiverSlot[] =>
  slots.filter((slot) => isUntold(slot, now));

const eventOf = (organization: Listening, slot: WaiverSlot, now: Instant): Change<'storedEvent'>[] => {
  const { waiver } = slot;
  const stage = stageOf(slot, now);
  if (stage === undefined) return [];
  if (stage === 'expired') return waiverExpired(organization, waiver, now);
  return waiverExpiring(organization, { waiver, days: stage === 'week' ? 7 : 1 }, now);
};

const markTold = (
  { organizationId, slot, waiverId, toldStage }: WaiverSlot,
  stage: WaiverSlot['toldStage'],
) =>
  ({
    change: 'update',
    record: 'waiverSlot',
    id: { organizationId, slot },
    set: { ...(stage && { toldStage: stage }) },
    when: [
      { field: 'waiverId', is: 'equal', value: waiverId },
      toldStage === undefined
        ? { field: 'toldStage', is: 'absent' }
        : { field: 'toldStage', is: 'equal', value: toldStage },
    ],
    onConflict: () => new WaiverConflict(),
  }) satisfies Change<'waiverSlot'>;

/**
 * Emits events about waivers in force that expire within 7 days, within 1 day, and that have expired, and marks
 * their slots in the same transaction. Waivers beyond its limit are left to the next call. Nothing without a
 * listener.
 */
export const notifyExpiry = (
  organization: Listening,
  untold: readonly WaiverSlot[],
  now: Instant,
): Change<'storedEvent' | 'waiverSlot'>[] =>
  untold
    .flatMap((slot) => {
      const events = eventOf(organization, slot, now);
      return events.length > 0 ? [[markTold(slot, stageOf(slot, now)), ...events]] : [];
    })
    .slice(0, maxTold)
    .flat();

/** Reports expired waivers whose slots are reused before their expiry was reported. */
export const notifyReplaced = (
  organization: Listening,
  { slots, taken }: { slots: readonly WaiverSlot[]; taken: readonly number[] },
  now: Instant,
): Change<'storedEvent'>[] =>
  slots
    .filter((slot) => taken.includes(slot.slot) && stageOf(slot, now) === 'expired' && isUntold(slot, now))
    .flatMap(({ waiver }) => waiverExpired(organization, waiver, now));
