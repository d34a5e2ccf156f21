import type { Caller } from '@scangate/domain/identity/caller';
import { gateChanged } from '@scangate/domain/events/emit/gate';
import * as rules from '@scangate/domain/policy/gate-settings';
import type { Gate } from '@scangate/domain/policy/gate-view';
import type { GateChange } from '@scangate/domain/policy/apply-gate-change';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { liveSecrets } from '@scangate/engines/model/gate/secret-liveness';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadGate } from './load-gate.ts';
import { requireKnownRules } from './require-known-rules.ts';

/**
 * Checks the rules that a change adds; a rule that an engine has lost meanwhile may be kept.
 * @throws Problem validation_failed
 */
export const requireKnownAdditions = (
  { neverWaive: stored = [], customRules }: GatePolicy,
  { neverWaive = [] }: GateChange,
  pointer = '/neverWaive',
): Promise<void> => {
  const added = neverWaive.filter((rule) => rule !== liveSecrets && !stored.includes(rule));
  return requireKnownRules(
    added,
    customRules,
    (index) => `${pointer}/${neverWaive.indexOf(added[index] ?? '')}`,
  );
};

/**
 * Changes the gate settings of the caller's organization.
 * @param ifMatch the ETag under which the caller read them.
 * @returns the gate after the change, and whether the change waits for a second person.
 * @throws Problem validation_failed, precondition_required, etag_mismatch, policy_too_large or entitlement_denied.
 */
export const changeGate = async (
  store: Pick<Store<'organization' | 'policy' | 'auditEvent' | 'storedEvent'>, 'get' | 'commit'>,
  { caller, change, ifMatch }: { caller: Caller; change: GateChange; ifMatch: string | undefined },
  now: Date,
): Promise<{ gate: Gate; isHeld: boolean }> => {
  const gate = await loadGate(store, caller.organizationId);
  await requireKnownAdditions(gate.policy, change);
  const at = now.toISOString();
  const changed = rules.changeGate({ gate, caller, change, ifMatch, now: at });
  await commitOrThrow(store, [
    ...changed.changes,
    ...gateChanged({ before: gate, after: changed.gate }, caller.personId, at),
  ]);
  return changed;
};
