import type { Caller } from '@scangate/domain/identity/roles';
import type { Waiver } from '@scangate/domain/records';
import * as rules from '@scangate/domain/waivers/decide-waiver';
import { commitOrThrow } from '#ports/store.ts';
import { limits, retryOnConflict } from '../retry-on-conflict.ts';
import { claimMonth, loadWaiver, type WaiverStore } from './waiver-store.ts';

interface WaiverDecision {
  caller: Caller;
  waiverId: string;
}

const commitDecision = async (
  { waiver, changes }: rules.DecidedWaiver,
  { store, caller }: { store: WaiverStore; caller?: Caller },
  now: Date,
): Promise<Waiver> => {
  const claimed = caller && changes.length > 0 ? await claimMonth(store, caller, now) : [];
  await commitOrThrow(store, [...changes, ...claimed]);
  return waiver;
};

/** Approves a requested waiver. @throws Problem waiver_not_found, other_person_required, conflict or seat_license_required. */
export const approveWaiver = (
  { caller, waiverId }: WaiverDecision,
  store: WaiverStore,
  now: Date,
): Promise<Waiver> =>
  retryOnConflict(limits.changeWaivers, async () => {
    const { organizationId } = caller;
    const waiver = await loadWaiver(store, organizationId, waiverId);
    const renewed =
      waiver.renews === undefined ? undefined : await loadWaiver(store, organizationId, waiver.renews);
    const decided = rules.approveWaiver({ caller, waiver, now: now.toISOString() }, renewed);
    return commitDecision(decided, { store, caller }, now);
  });

/** Rejects a requested waiver. @throws Problem waiver_not_found or conflict. */
export const rejectWaiver = (
  { caller, waiverId }: WaiverDecision,
  store: WaiverStore,
  now: Date,
): Promise<Waiver> =>
  retryOnConflict(limits.changeWaivers, async () => {
    const waiver = await loadWaiver(store, caller.organizationId, waiverId);
    const decided = rules.rejectWaiver({ caller, waiver, now: now.toISOString() });
    return commitDecision(decided, { store }, now);
  });

/** Withdraws a waiver or a request. @throws Problem waiver_not_found or role_required. */
export const withdrawWaiver = (
  { caller, waiverId }: WaiverDecision,
  store: WaiverStore,
  now: Date,
): Promise<Waiver> =>
  retryOnConflict(limits.changeWaivers, async () => {
    const waiver = await loadWaiver(store, caller.organizationId, waiverId);
    const decided = rules.withdrawWaiver({ caller, waiver, now: now.toISOString() });
    return commitDecision(decided, { store }, now);
  });
