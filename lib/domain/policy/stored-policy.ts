import { digestOf } from '@scangate/engines/model/digest';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Instant, Organization, StoredPolicy } from '../records.ts';

/** The record of a policy: equal policies are one record (docs/adr/0041-gate-policy.md). */
export const storedPolicy = (
  organizationId: string,
  policy: GatePolicy,
  createdAt: Instant,
): StoredPolicy => ({ organizationId, digest: digestOf(policy), policy, createdAt });

/** The fields by which an organization or a scan refers to its policy. */
export const policyFields = (
  policy: GatePolicy,
): Pick<Organization, 'policyDigest' | 'severityThreshold'> => ({
  policyDigest: digestOf(policy),
  severityThreshold: policy.severityThreshold,
});
