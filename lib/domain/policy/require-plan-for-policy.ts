import { canonicalJson } from '@scangate/engines/model/digest';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { PlanName } from '../plans/plan-names.ts';
import { requireCapability, type Capability } from '../plans/plans.ts';

/** The capability that is needed to change each part of a policy (docs/adr/0013-plans-and-capabilities.md). */
const levels: readonly [Capability, (policy: GatePolicy) => unknown][] = [
  [
    'policy_basic',
    (policy) => [
      policy.severityThreshold,
      policy.prCheckSeverityThreshold,
      policy.minimumConfidence,
      policy.testFolders,
      policy.suppressions,
      policy.onUnassessed,
      policy.requiredScanTypes,
      policy.maxWaiverDays,
    ],
  ],
  ['policy_standard', ({ license, ignore }) => [{ ...license, exceptions: undefined }, ignore]],
  [
    'policy_complete',
    (policy) => [
      policy.unknownSeverityAs,
      policy.license.exceptions,
      policy.sources,
      policy.failOn,
      policy.severity,
      policy.waiverApproval,
      policy.neverWaive,
      policy.verifySecrets,
      policy.customRules,
    ],
  ],
];

/**
 * Checks the parts that change, not the stored ones: after a downgrade the stored policy stays in force, so that no
 * gate opens by itself, and may be sent back complete with another threshold.
 * @throws Problem entitlement_denied
 */
export const requirePlanForPolicy = (plan: PlanName, before: GatePolicy, after: GatePolicy): void => {
  for (const [capability, partOf] of levels) {
    if (canonicalJson(partOf(before)) !== canonicalJson(partOf(after))) requireCapability(plan, capability);
  }
};
