import { waiverWritten } from '@scangate/domain/events/emit/waiver';
import { rememberAnswer, requestOfPerson, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import { checkWaiver, type WaiverRequest } from '@scangate/domain/waivers/check-waiver';
import { replaceWaiver, requireRenewable } from '@scangate/domain/waivers/decide-waiver';
import { markWaivers, planWaiver } from '@scangate/domain/waivers/plan-waiver';
import { notifyReplaced } from '@scangate/domain/waivers/notify-expiry';
import { freeSlots } from '@scangate/domain/waivers/waiver-slots';
import { waiverView } from '@scangate/domain/waivers/waiver-view';
import { Problem } from '@scangate/domain/problem';
import type { Waiver } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow } from '#ports/store.ts';
import { loadGate } from '../policy/load-gate.ts';
import { requireKnownRules } from '../policy/require-known-rules.ts';
import { replayStoredResponse } from '../replay-stored-response.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { checkMatch } from './check-match.ts';
import { requireWaivableFinding } from './require-waivable-finding.ts';
import { claimMonth, loadSlots, loadWaiver, requireScope, type WaiverStore } from './waiver-store.ts';

export interface WaiverPorts {
  store: WaiverStore;
  ids: Pick<Ids, 'scanId'>;
}

export interface WaiverCreation {
  caller: Caller;
  request: WaiverRequest;
  idempotency: IdempotentRequest | undefined;
}

const tryToStore = async (
  { caller, request, idempotency, renews }: WaiverCreation & { renews?: Waiver },
  { store, ids }: WaiverPorts,
  now: Date,
) => {
  const { organizationId } = caller;
  const at = now.toISOString();
  const { organization, policy } = await loadGate(store, organizationId);
  checkMatch(request.match);
  if (!renews)
    await requireKnownRules(
      'rule' in request.match ? [request.match.rule] : [],
      policy.customRules,
      () => '/match/rule',
    );
  checkWaiver(request, policy, at);
  await requireWaivableFinding({ organizationId, match: request.match }, policy, store);
  await requireScope(store, organizationId, request.scope);
  const slots = await loadSlots(store, organizationId);
  const [slot = 0] = freeSlots(slots, 1, at);
  const fresh = { organizationId, caller, request, policy, waiverId: ids.scanId(now), slot };
  const { waiver, changes } = planWaiver({ ...fresh, ...(renews && { kind: renews.kind, renews }) }, at);
  const body = waiverView(waiver, undefined, at);
  const headers = { Location: `/v1/waivers/${waiver.waiverId}` };
  const answer = { status: 201 as const, headers, body };
  await commitOrThrow(store, [
    ...rememberAnswer(idempotency, answer, now),
    ...changes,
    ...markWaivers([waiver]),
    ...(renews && waiver.status === 'approved' ? replaceWaiver({ caller, waiver: renews, now: at }) : []),
    ...(await claimMonth(store, caller, now)),
    ...waiverWritten(organization, waiver, at),
    ...notifyReplaced(organization, { slots, taken: [slot] }, at),
  ]);
  return answer;
};

/**
 * Creates a waiver, or requests one if the caller may not set it in force alone.
 * @throws Replay, or Problem validation_failed, waiver_too_broad, waiver_not_permitted, too_many_waivers,
 * repository_not_found, project_unit_not_found or seat_license_required.
 */
export const createWaiver = async (creation: WaiverCreation, ports: WaiverPorts, now: Date) => {
  const idempotency = requestOfPerson(creation.idempotency, creation.caller.personId);
  await replayStoredResponse(idempotency, ports.store, now);
  return retryOnConflict(limits.changeWaivers, () => tryToStore({ ...creation, idempotency }, ports, now));
};

/**
 * Renews an approved waiver until a later instant: a waiver of its own with the next version. The old one ends when the new
 * one is in force. @throws as createWaiver, or Problem waiver_not_found, role_required or conflict.
 */
export const renewWaiver = async (
  renewal: Omit<WaiverCreation, 'request'> & {
    waiverId: string;
    expiresAt: string;
    reason?: string | undefined;
  },
  ports: WaiverPorts,
  now: Date,
) => {
  const { caller, waiverId, expiresAt, reason } = renewal;
  const idempotency = requestOfPerson(renewal.idempotency, caller.personId);
  await replayStoredResponse(idempotency, ports.store, now);
  return retryOnConflict(limits.changeWaivers, async () => {
    const renews = await loadWaiver(ports.store, caller.organizationId, waiverId);
    requireRenewable(renews);
    if (expiresAt <= renews.expiresAt)
      throw new Problem('conflict', { detail: 'The waiver already lasts that long.' });
    const { match, scope } = renews;
    const request: WaiverRequest = { match, scope, expiresAt, reason: reason ?? renews.reason };
    return tryToStore({ caller, request, idempotency, renews }, ports, now);
  });
};
