import type { Instant, Waiver, WaiverSlot } from '../records.ts';
import { liveWaivers } from '../waivers/waiver-slots.ts';
import type { TrackedFinding } from './tracking-records.ts';

/** Returns the waiver that covers what a finding was waived by: that one, or the last renewal of it. */
export type WaiverInForce = (
  waiverId: string,
  finding: Pick<TrackedFinding, 'repositoryId'>,
) => Waiver | undefined;

/** Looks up waivers among those that hold a slot. One that was withdrawn, replaced or has expired is not in force. */
export const waiversInForce = (slots: readonly WaiverSlot[], now: Instant): WaiverInForce => {
  const approved = liveWaivers(slots, now).filter(({ waiver }) => waiver.status === 'approved');
  const inForce = new Map(approved.map(({ waiver }) => [waiver.waiverId, waiver]));
  const renewals = new Map(slots.map(({ waiver }) => [waiver.renews, waiver]));
  return (waiverId, { repositoryId }) => {
    let current = inForce.get(waiverId);
    let renewed = renewals.get(waiverId);
    // A waiver is renewed once, so that the renewals of it are a chain.
    for (let steps = 0; !current && renewed && steps < slots.length; steps++) {
      current = inForce.get(renewed.waiverId);
      renewed = renewals.get(renewed.waiverId);
    }
    const elsewhere =
      current?.scope.repositoryId !== undefined && current.scope.repositoryId !== repositoryId;
    return elsewhere ? undefined : current;
  };
};
