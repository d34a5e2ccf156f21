import { waiverWritten } from '@scangate/domain/events/emit/waiver';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Waiver, WaiverSlot } from '@scangate/domain/records';
import type { ActionOutcome } from '@scangate/domain/tracking/finding-actions';
import { checkWaiver, isWaivable } from '@scangate/domain/waivers/check-waiver';
import { isInForce, markWaivers, planWaiver } from '@scangate/domain/waivers/plan-waiver';
import { notifyReplaced } from '@scangate/domain/waivers/notify-expiry';
import { freeSlots, liveWaivers, maxWaivers } from '@scangate/domain/waivers/waiver-slots';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow } from '#ports/store.ts';
import { loadGate } from '../policy/load-gate.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { claimMonth, loadSlots, type WaiverStore } from './waiver-store.ts';

export interface FingerprintWaivers {
  caller: Caller;
  waive: { reason: string; expiresAt: string };
}

interface WaivePorts {
  store: WaiverStore;
  ids: Pick<Ids, 'scanId'>;
}

/** A waiver is up to five items; one transaction also has room for the organization and the license. */
const waiversAtOnce = 15;

/**
 * Checks the expiry by the policy.
 * @throws Problem validation_failed, at the field of the request.
 */
const checkEnd = (expiresAt: string, policy: GatePolicy, at: string): void => {
  try {
    checkWaiver({ match: { fingerprint: '' }, reason: '', expiresAt }, policy, at);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors = [], ...members } = error.members;
    const inWaive = errors.map((one) => ({ ...one, pointer: `/waive${one.pointer}` }));
    throw new Problem(error.code, { ...members, errors: inWaive });
  }
};

/**
 * Lists the fingerprints that the same waiver already covers. A request does not keep anyone from setting one in
 * force alone.
 */
const coveredAlready = (
  slots: readonly WaiverSlot[],
  { caller, waive, policy }: FingerprintWaivers & { policy: GatePolicy },
  at: string,
): Set<string> => {
  const mayStand = ({ status }: Waiver) => status === 'approved' || !isInForce(caller, policy);
  return new Set(
    liveWaivers(slots, at)
      .map(({ waiver }) => waiver)
      .filter((waiver) => waiver.reason === waive.reason && waiver.expiresAt === waive.expiresAt)
      .filter((waiver) => waiver.scope.repositoryId === undefined && mayStand(waiver))
      .flatMap(({ match }) => ('fingerprint' in match ? [match.fingerprint] : [])),
  );
};

/** Waives fingerprints in one transaction, as far as there is room. */
const waiveSome = async (
  fingerprints: readonly string[],
  { caller, waive, policy }: FingerprintWaivers & { policy: GatePolicy },
  { ports: { store, ids }, now }: { ports: WaivePorts; now: Date },
): Promise<Map<string, ActionOutcome>> => {
  const { organizationId } = caller;
  const at = now.toISOString();
  const slots = await loadSlots(store, organizationId);
  const covered = coveredAlready(slots, { caller, waive, policy }, at);
  const room = maxWaivers - liveWaivers(slots, at).length;
  const fresh = fingerprints.filter((fingerprint) => !covered.has(fingerprint)).slice(0, Math.max(0, room));
  const free = freeSlots(slots, fresh.length, at);
  const planned = fresh.map((fingerprint, index) =>
    planWaiver(
      {
        organizationId,
        caller,
        request: { match: { fingerprint }, ...waive },
        policy,
        waiverId: ids.scanId(now),
        slot: free[index] ?? 0,
      },
      at,
    ),
  );
  const waivers = planned.map(({ waiver }) => waiver);
  const changes = [
    ...planned.flatMap((one) => one.changes),
    ...markWaivers(waivers),
    ...(waivers.length > 0 ? await claimMonth(store, caller, now) : []),
    ...waivers.flatMap((waiver) => waiverWritten(caller, waiver, at)),
    ...notifyReplaced(caller, { slots, taken: free }, at),
  ];
  if (waivers.length > 0) await commitOrThrow(store, changes);
  const done = new Set(fresh);
  const outcomeOf = (fingerprint: string): ActionOutcome => {
    if (covered.has(fingerprint)) return 'unchanged';
    return done.has(fingerprint) ? 'done' : { code: 'too_many_waivers' };
  };
  return new Map(fingerprints.map((fingerprint) => [fingerprint, outcomeOf(fingerprint)]));
};

/**
 * Waives findings by their fingerprints, or requests it if the caller may not set waivers in force alone. A repeated
 * request changes nothing. Findings whose rule the policy never lets people waive are refused: their waiver would
 * cover nothing.
 * @param rules the rule of each finding, by its fingerprint.
 * @throws Problem validation_failed or seat_license_required before anything is written.
 */
export const waiveFingerprints = async (
  rules: ReadonlyMap<string, string>,
  request: FingerprintWaivers,
  { ports, now }: { ports: WaivePorts; now: Date },
): Promise<Map<string, ActionOutcome>> => {
  const { policy } = await loadGate(ports.store, request.caller.organizationId);
  checkEnd(request.waive.expiresAt, policy, now.toISOString());
  const outcomes = new Map<string, ActionOutcome>();
  const fingerprints: string[] = [];
  for (const [fingerprint, rule] of rules)
    if (isWaivable(rule, policy)) fingerprints.push(fingerprint);
    else outcomes.set(fingerprint, { code: 'waiver_not_permitted' });
  for (let from = 0; from < fingerprints.length; from += waiversAtOnce) {
    const group = fingerprints.slice(from, from + waiversAtOnce);
    const some = await retryOnConflict(limits.changeWaivers, () =>
      waiveSome(group, { ...request, policy }, { ports, now }),
    );
    for (const [fingerprint, outcome] of some) outcomes.set(fingerprint, outcome);
  }
  return outcomes;
};
