import { maxTrustRules } from '@scangate/domain/identity/ci-trust/trust-rules';
import { Problem } from '@scangate/domain/problem';
import type { TrustRule } from '@scangate/domain/records';
import { listAll, type Store } from '#ports/store.ts';

/** Removed rules are kept for a day; one page holds all of them. */
const page = 4 * maxTrustRules;

/** The rules of an organization that were not removed. */
export const loadTrustRules = async (
  store: Pick<Store<'trustRule'>, 'list'>,
  organizationId: string,
): Promise<TrustRule[]> => {
  const rules = listAll(store, {
    list: 'trustRules',
    owner: { organizationId },
    limit: page,
    consistent: true,
  });
  return (await Array.fromAsync(rules)).filter(({ removedAt }) => removedAt === undefined);
};

/** @throws Problem trust_rule_not_found */
export const loadTrustRule = async (
  store: Pick<Store<'trustRule'>, 'get'>,
  id: Pick<TrustRule, 'organizationId' | 'trustId'>,
): Promise<TrustRule> => {
  const rule = await store.get('trustRule', id, { consistent: true });
  if (!rule || rule.removedAt !== undefined) throw new Problem('trust_rule_not_found');
  return rule;
};
