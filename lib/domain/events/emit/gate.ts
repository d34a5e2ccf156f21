import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Change } from '@scangate/domain/record-changes';
import type { Instant, Organization } from '@scangate/domain/records';
import { changedFields } from '@scangate/domain/record-difference';
import { policyView } from '@scangate/domain/policy/gate-view';
import { emitEvent } from '../emit-event.ts';

interface GateOf {
  organization: Organization;
  policy: GatePolicy;
}

/** Emits that the gate changed; nothing when the policy is the same. */
export const gateChanged = (
  { before, after }: { before: GateOf; after: GateOf },
  personId: string,
  at: Instant,
): Change<'storedEvent'>[] => {
  const { organization } = after;
  const { policyDigest, severityThreshold, policyVersion } = organization;
  const previousPolicyDigest = before.organization.policyDigest;
  if (policyDigest === previousPolicyDigest) return [];
  return emitEvent(organization, {
    type: 'gate.changed',
    cause: String(policyVersion),
    at,
    data: {
      policyDigest,
      previousPolicyDigest,
      severityThreshold,
      changed: changedFields(policyView(before.policy), policyView(after.policy)).slice(0, 50),
      personId,
      link: '/v1/organization/gate',
    },
  });
};
