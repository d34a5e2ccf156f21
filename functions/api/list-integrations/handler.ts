import { loadIntegrations } from '#app/integrations/load-integrations.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { integrationView } from '@scangate/domain/integrations/integration-rules';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => {
  const found = await loadIntegrations(store, caller.organizationId);
  return { status: 200, body: { items: found.map((one) => integrationView(one, caller.plan)) } };
});
