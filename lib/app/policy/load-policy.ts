import type { Organization, Scan } from '@scangate/domain/records';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { Store } from '#ports/store.ts';

/**
 * Loads the policy to which an organization or a scan refers by its digest. The policy under a digest never changes.
 */
export const loadPolicy = async (
  store: Pick<Store<'policy'>, 'get'>,
  { organizationId, policyDigest: digest }: Pick<Organization | Scan, 'organizationId' | 'policyDigest'>,
): Promise<GatePolicy> => {
  const stored = await store.get('policy', { organizationId, digest }, { consistent: true });
  if (!stored) throw new Error('the policy of the organization is gone');
  return stored.policy;
};

/** Loads the organization's rules to which a policy refers; none if it refers to none. */
export const loadCustomRules = async (
  store: Pick<Store<'ruleSet'>, 'get'>,
  organizationId: string,
  { customRules }: Pick<GatePolicy, 'customRules'>,
): Promise<readonly CustomRule[]> => {
  if (!customRules) return [];
  const { digest } = customRules;
  const stored = await store.get('ruleSet', { organizationId, digest }, { consistent: true });
  // Without them, a scan would find less than the policy requires.
  if (!stored) throw new Error('the rules of the organization are gone');
  return stored.rules;
};
