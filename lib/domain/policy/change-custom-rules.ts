import { canonicalJson, digestOf } from '@scangate/engines/model/digest';
import { gateEtag } from './gate-view.ts';
import { requireIfMatch } from '../etag.ts';
import {
  customRuleLimits,
  type CustomRule,
  type CustomRulesInForce,
} from '@scangate/engines/model/gate/custom-rules';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import type { PlanName } from '../plans/plan-names.ts';
import { Problem, type ProblemPart } from '../problem.ts';
import type { Instant, StoredRules } from '../records.ts';
import { adoptPolicy, requirePolicySize } from './gate-settings.ts';
import type { Gate } from './gate-view.ts';
import { requirePlanForPolicy } from './require-plan-for-policy.ts';

const idsOf = (rules: readonly CustomRule[], kind: CustomRule['kind']): string[] =>
  rules.filter((rule) => rule.kind === kind).map(({ id }) => id);

/** Returns the rules part of a policy; undefined without any rules, so that such a policy has no entry for them. */
const inForce = (rules: readonly CustomRule[]): CustomRulesInForce | undefined =>
  rules.length === 0
    ? undefined
    : { digest: digestOf(rules), secrets: idsOf(rules, 'secret'), code: idsOf(rules, 'code') };

/** Returns the policy with these rules in place of its own. */
export const withCustomRules = (
  { customRules: _before, ...policy }: GatePolicy,
  rules: readonly CustomRule[],
): GatePolicy => {
  const customRules = inForce(rules);
  return { ...policy, ...(customRules && { customRules }) };
};

/** @throws Problem policy_too_large */
const requireRulesSize = (rules: readonly CustomRule[]): void => {
  const actualBytes = Buffer.byteLength(canonicalJson(rules));
  const limitBytes = customRuleLimits.bytes;
  if (actualBytes <= limitBytes) return;
  throw new Problem('policy_too_large', {
    detail: `The rules have ${actualBytes} bytes; the maximum is ${limitBytes}.`,
    limitBytes,
    actualBytes,
  });
};

/** Lists each rule whose id a previous rule already has. */
export const duplicateRules = (rules: readonly CustomRule[]): ProblemPart[] => {
  const seen = new Set<string>();
  return rules.flatMap(({ id }, index) => {
    const isKnown = seen.has(id);
    seen.add(id);
    const detail = `Another rule also has the id ${id}.`;
    return isKnown ? [{ pointer: `/rules/${index}/id`, code: 'rule_duplicate', detail }] : [];
  });
};

/**
 * Checks the rules as far as that needs no engine.
 * @throws Problem policy_too_large or validation_failed
 */
export const requireFitRules = (rules: readonly CustomRule[]): void => {
  requireRulesSize(rules);
  const errors = duplicateRules(rules);
  const [first] = errors;
  if (first) throw new Problem('validation_failed', { detail: first.detail, errors });
};

interface RulesRequest {
  gate: Gate;
  caller: Actor & { plan: PlanName };
  /** The rules that the organization has in force. */
  inForce: readonly CustomRule[];
  rules: readonly CustomRule[];
  /** The ETag under which the caller read the rules. */
  ifMatch: string | undefined;
  now: Instant;
}

/** Returns whether all of these rules are already in force, or there are none. */
const isRemoval = (before: readonly CustomRule[], rules: readonly CustomRule[]): boolean => {
  const known = new Set(before.map((rule) => canonicalJson(rule)));
  return rules.every((rule) => known.has(canonicalJson(rule)));
};

/**
 * Checks whether the rules may replace those in force. Every plan may remove rules: nobody is stuck with a rule that
 * a former plan allowed.
 * @returns whether rules are new or changed, which are to be tried first.
 * @throws Problem
 */
export const requireRulesChange = ({
  gate,
  caller,
  inForce: before,
  rules,
  ifMatch,
}: Omit<RulesRequest, 'now'>): { areNew: boolean } => {
  requireIfMatch(ifMatch, gateEtag(gate), 'rules');
  const areNew = !isRemoval(before, rules);
  const policy = withCustomRules(gate.policy, rules);
  if (areNew) requirePlanForPolicy(caller.plan, gate.policy, policy);
  requirePolicySize(policy);
  requireFitRules(rules);
  return { areNew };
};

const storedRules = (
  organizationId: string,
  rules: readonly CustomRule[],
  createdAt: Instant,
): StoredRules => ({
  organizationId,
  digest: digestOf(rules),
  rules: [...rules],
  createdAt,
});

/**
 * Replaces the rules in force, for scans created from now on. Equal rules make no new version. They have to be
 * checked before.
 */
export const changeCustomRules = (
  request: Omit<RulesRequest, 'inForce'>,
): { gate: Gate; changes: Change<'organization' | 'policy' | 'ruleSet' | 'auditEvent'>[] } => {
  const { gate, rules, now } = request;
  const policy = withCustomRules(gate.policy, rules);
  if (canonicalJson(policy) === canonicalJson(gate.policy)) return { gate, changes: [] };
  const adopted = adoptPolicy(request, policy, {
    action: 'rules.changed',
    before: { ...gate.policy.customRules },
    after: { ...policy.customRules },
  });
  const { organizationId } = gate.organization;
  const stored: Change<'ruleSet'> = {
    change: 'insert',
    record: 'ruleSet',
    item: storedRules(organizationId, rules, now),
    replaceIf: [{ field: 'createdAt', is: 'present' }],
  };
  return { gate: adopted.gate, changes: [...adopted.changes, ...(rules.length > 0 ? [stored] : [])] };
};

/** The rules as the API shows them, with the digest by which the policy names them. */
export const rulesView = ({ policy: { customRules } }: Gate, rules: readonly CustomRule[]) => ({
  rules: [...rules],
  ...(customRules && { digest: customRules.digest }),
});
