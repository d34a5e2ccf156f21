import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { ownSuppressions } from '@scangate/engines/model/gate/suppressions';

/** The inputs of a gate with the default policy, the suppressions of the commit itself and no waiver. */
export const gateOf = (more: Partial<GateInputs> = {}): GateInputs => ({
  policy: defaultPolicy,
  waivers: [],
  suppressions: ownSuppressions,
  judgedAt: '2025-01-02T03:04:05.000Z',
  ...more,
});
