import type { Organization, Scan } from '@scangate/domain/records';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Store } from '#ports/store.ts';

/** Loads the policy that an organization or a scan names by its digest. A policy never changes under its digest. */
export const loadPolicy = async (
  store: Pick<Store<'policy'>, 'get'>,
  { organizationId, policyDigest: digest }: Pick<Organization | Scan, 'organizationId' | 'policyDigest'>,
): Promise<GatePolicy> => {
  const stored = await store.get('policy', { organizationId, digest }, { consistent: true });
  if (!stored) throw new Error('the policy of the organization is gone');
  return stored.policy;
};
