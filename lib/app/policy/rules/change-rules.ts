import type { Caller } from '@scangate/domain/identity/caller';
import { gateChanged } from '@scangate/domain/events/emit/gate';
import { changeCustomRules, requireRulesChange } from '@scangate/domain/policy/change-custom-rules';
import type { Gate } from '@scangate/domain/policy/gate-view';
import { Problem } from '@scangate/domain/problem';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { RuleTrial } from '#ports/scans/rule-trial.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadRulesInForce } from '../load-gate.ts';

/**
 * Has rules compiled and their examples run.
 * @throws Problem validation_failed that names each unfit rule.
 */
export const requireWorkingRules = async (
  rules: readonly CustomRule[],
  ruleTrial: RuleTrial,
): Promise<void> => {
  if (rules.length === 0) return;
  const problems = await ruleTrial.check(rules);
  const errors = problems.map((part) => ({ ...part, pointer: `/rules${part.pointer}` }));
  const [first] = errors;
  if (first) throw new Problem('validation_failed', { detail: first.detail, errors });
};

/**
 * Replaces the rules of the caller's organization, once they compile and find what their examples say.
 * @param ifMatch the ETag under which the caller read the rules.
 * @throws Problem validation_failed, precondition_required, etag_mismatch, policy_too_large or entitlement_denied.
 */
export const changeRules = async (
  { caller, rules, ifMatch }: { caller: Caller; rules: readonly CustomRule[]; ifMatch: string | undefined },
  {
    store,
    ruleTrial,
  }: {
    store: Pick<
      Store<'organization' | 'policy' | 'ruleSet' | 'auditEvent' | 'storedEvent'>,
      'get' | 'commit'
    >;
    ruleTrial: RuleTrial;
  },
  now: Date,
): Promise<Gate> => {
  const { gate, rules: inForce } = await loadRulesInForce(store, caller.organizationId);
  const { areNew } = requireRulesChange({ gate, caller, inForce, rules, ifMatch });
  if (areNew) await requireWorkingRules(rules, ruleTrial);
  const at = now.toISOString();
  const changed = changeCustomRules({ gate, caller, rules, ifMatch, now: at });
  await commitOrThrow(store, [
    ...changed.changes,
    ...gateChanged({ before: gate, after: changed.gate }, caller.personId, at),
  ]);
  return changed.gate;
};
