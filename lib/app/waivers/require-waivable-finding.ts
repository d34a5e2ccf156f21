import { requireWaivable } from '@scangate/domain/waivers/check-waiver';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { WaiverMatch } from '@scangate/engines/model/gate/waiver';
import type { Store } from '#ports/store.ts';
import { loadTrackedRows } from '../tracking/tracked-finding.ts';

/**
 * Refuses a waiver by the fingerprint of a finding whose rule the policy never lets people waive, like one by the
 * rule itself. An unknown fingerprint has no rule; if it appears later, no waiver covers it.
 * @throws Problem waiver_not_permitted
 */
export const requireWaivableFinding = async (
  { organizationId, match }: { organizationId: string; match: WaiverMatch },
  policy: GatePolicy,
  store: Pick<Store<'findingLocation' | 'trackedFinding'>, 'list' | 'load'>,
): Promise<void> => {
  if (!('fingerprint' in match) || (policy.neverWaive ?? []).length === 0) return;
  const rows = await loadTrackedRows({ organizationId, fingerprint: match.fingerprint }, store);
  for (const { rule } of rows) if (rule !== undefined) requireWaivable(rule, policy);
};
