import type { Gate } from '@scangate/domain/policy/gate-view';
import { Problem } from '@scangate/domain/problem';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { Store } from '#ports/store.ts';
import { loadCustomRules, loadPolicy } from './load-policy.ts';

/** Loads the organization with its gate policy. */
export const loadGate = async (
  store: Pick<Store<'organization' | 'policy'>, 'get'>,
  organizationId: string,
): Promise<Gate> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Problem('not_found');
  return { organization, policy: await loadPolicy(store, organization) };
};

/** Loads the rules that an organization has in force. */
export const loadRulesInForce = async (
  store: Pick<Store<'organization' | 'policy' | 'ruleSet'>, 'get'>,
  organizationId: string,
): Promise<{ gate: Gate; rules: readonly CustomRule[] }> => {
  const gate = await loadGate(store, organizationId);
  return { gate, rules: await loadCustomRules(store, organizationId, gate.policy) };
};
