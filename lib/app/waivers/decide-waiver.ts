import type { Caller } from '@scangate/domain/identity/caller';
import { waiverWritten } from '@scangate/domain/events/emit/waiver';
import type { Waiver } from '@scangate/domain/records';
import * as rules from '@scangate/domain/waivers/decide-waiver';
import { markWaivers } from '@scangate/domain/waivers/plan-waiver';
import { commitOrThrow } from '#ports/store.ts';
import { loadGate } from '../policy/load-gate.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { requireWaivableFinding } from './require-waivable-finding.ts';
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
  const marked = changes.length > 0 ? markWaivers([waiver]) : [];
  const told = caller && changes.length > 0 ? waiverWritten(caller, waiver, now.toISOString()) : [];
  await commitOrThrow(store, [...changes, ...marked, ...claimed, ...told]);
  return waiver;
};

/**
 * Approves a requested waiver by the current policy.
 * @throws Problem waiver_not_found, other_person_required, waiver_not_permitted, conflict or seat_license_required.
 */
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
    const { policy } = await loadGate(store, organizationId);
    await requireWaivableFinding(waiver, policy, store);
    const decided = rules.approveWaiver({ caller, waiver, now: now.toISOString() }, { policy, renewed });
    return commitDecision(decided, { store, caller }, now);
  });

/** Ends a waiver or a request by a rule that needs nothing else. */
const endWaiver = (
  { caller, waiverId }: WaiverDecision,
  { rule, store }: { rule: typeof rules.rejectWaiver; store: WaiverStore },
  now: Date,
): Promise<Waiver> =>
  retryOnConflict(limits.changeWaivers, async () => {
    const waiver = await loadWaiver(store, caller.organizationId, waiverId);
    return commitDecision(rule({ caller, waiver, now: now.toISOString() }), { store }, now);
  });

/** Rejects a requested waiver. @throws Problem waiver_not_found or conflict. */
export const rejectWaiver = (decision: WaiverDecision, store: WaiverStore, now: Date): Promise<Waiver> =>
  endWaiver(decision, { rule: rules.rejectWaiver, store }, now);

/** Withdraws a waiver or a request. @throws Problem waiver_not_found or role_required. */
export const withdrawWaiver = (decision: WaiverDecision, store: WaiverStore, now: Date): Promise<Waiver> =>
  endWaiver(decision, { rule: rules.withdrawWaiver, store }, now);
