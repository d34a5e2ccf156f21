import { loadTrustRules } from '#app/identity/ci-trust/load-trust-rules.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { byAge } from '@scangate/domain/identity/ci-trust/match-rules';
import { trustRuleView } from '@scangate/domain/identity/ci-trust/trust-rules';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => {
  const rules = await loadTrustRules(store, caller.organizationId);
  return { status: 200, body: { items: byAge(rules).map(trustRuleView) } };
});
