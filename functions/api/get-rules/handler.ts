import { loadRulesInForce } from '#app/policy/load-gate.ts';
import { gateEtag } from '@scangate/domain/policy/gate-view';
import { rulesView } from '@scangate/domain/policy/change-custom-rules';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => {
  const { gate, rules } = await loadRulesInForce(store, caller.organizationId);
  return { status: 200, headers: { ETag: gateEtag(gate) }, body: rulesView(gate, rules) };
});
