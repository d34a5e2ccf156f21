import { loadTrustRule } from '#app/identity/ci-trust/load-trust-rules.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { trustRuleView } from '@scangate/domain/identity/ci-trust/trust-rules';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params }, { store }) => {
  const { organizationId } = caller;
  const rule = await loadTrustRule(store, { organizationId, trustId: params.trustId.toLowerCase() });
  return { status: 200, body: trustRuleView(rule) };
});
