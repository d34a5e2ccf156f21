import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { RangeFindings } from '@scangate/engines/model/gate/commit-range-findings';
import type { ReviewedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import type { ActiveWaiver } from '@scangate/engines/model/gate/waiver';
import { ownSuppressions, type Suppressions } from '@scangate/engines/model/gate/suppressions';
import type { Instant, Scan } from '../records.ts';

/** Returns the inputs by which a scan is judged. An artifact has no files that could suppress anything. */
export const gateInputsOf = (
  policy: GatePolicy,
  judgedAt: Instant,
  {
    suppressions = ownSuppressions,
    waivers = [],
    customRules = [],
    reviewedFindings,
    range,
  }: {
    suppressions?: Suppressions;
    waivers?: readonly ActiveWaiver[];
    customRules?: readonly CustomRule[];
    reviewedFindings?: ReviewedFindings | undefined;
    range?: RangeFindings | undefined;
  } = {},
): GateInputs => ({
  policy,
  waivers,
  suppressions,
  ...(customRules.length > 0 && { customRules }),
  ...(reviewedFindings && { reviewedFindings }),
  ...(range && { range }),
  judgedAt,
});

/** Returns whether a policy has organization rules that did not run under the policy that was in force. */
const hasOtherRules = ({ customRules }: GatePolicy, then: GatePolicy): boolean =>
  customRules !== undefined && customRules.digest !== then.customRules?.digest;

/** Returns the inputs for judging today what a scan found under its own policy. */
export const gateInputsToday = (
  policy: GatePolicy,
  judgedAt: Instant,
  { stored, ...today }: { stored: GateInputs } & Pick<GateInputs, 'suppressions' | 'waivers'>,
): GateInputs => ({
  ...gateInputsOf(policy, judgedAt, { ...stored, ...today }),
  ...(hasOtherRules(policy, stored.policy) && { rulesChanged: true }),
});

/**
 * Returns the suppressions of a scan that is judged again. They belong to the commit and its reviewed side, so they
 * are kept; the policy decides which of them count, except for an artifact.
 */
export const suppressionsToday = ({
  scan: { artifact },
  stored: { suppressions },
  policy,
}: {
  scan: Pick<Scan, 'artifact'>;
  stored: GateInputs;
  policy: GatePolicy;
}): Suppressions => ({
  ...suppressions,
  mode: artifact ? suppressions.mode : (policy.suppressions ?? 'reviewed'),
});
