import type { Organization, Scan } from '@scangate/domain/records';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { OwnRule } from '@scangate/engines/model/gate/own-rules';
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

/** Loads the rules of the organization that a policy names; none where it names none. */
export const loadOwnRules = async (
  store: Pick<Store<'ruleSet'>, 'get'>,
  organizationId: string,
  { ownRules }: Pick<GatePolicy, 'ownRules'>,
): Promise<readonly OwnRule[]> => {
  if (!ownRules) return [];
  const { digest } = ownRules;
  const stored = await store.get('ruleSet', { organizationId, digest }, { consistent: true });
  // Without them a scan would find less than the policy asks for.
  if (!stored) throw new Error('the rules of the organization are gone');
  return stored.rules;
};
