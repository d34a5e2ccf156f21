import type { GateInputs } from '@scangate/engines/model/gate-inputs';
import type { GatePolicy } from '@scangate/engines/model/policy';
import { ownSuppressions } from '@scangate/engines/suppression/suppressions';
import type { Instant } from '../records.ts';

/** Returns what a scan is judged by: the policy, and the suppressions of its own commit. */
export const gateInputsOf = (policy: GatePolicy, judgedAt: Instant): GateInputs => ({
  policy,
  waivers: [],
  suppressions: ownSuppressions,
  judgedAt,
});
