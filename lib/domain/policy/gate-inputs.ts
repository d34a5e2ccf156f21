import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { GatePolicy } from '@scangate/engines/model/policy';
import type { ActiveWaiver } from '@scangate/engines/model/gate/waiver';
import { ownSuppressions, type Suppressions } from '@scangate/engines/model/gate/suppressions';
import type { Instant } from '../records.ts';

/** Returns what a scan is judged by. An artifact has no files that could suppress anything. */
export const gateInputsOf = (
  policy: GatePolicy,
  judgedAt: Instant,
  {
    suppressions = ownSuppressions,
    waivers = [],
  }: { suppressions?: Suppressions; waivers?: readonly ActiveWaiver[] } = {},
): GateInputs => ({ policy, waivers, suppressions, judgedAt });
