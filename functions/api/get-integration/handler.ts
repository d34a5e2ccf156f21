import { loadIntegration } from '#app/integrations/load-integration.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { etagOf } from '@scangate/domain/etag';
import { integrationView } from '@scangate/domain/integrations/integration-rules';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params }, { store }) => {
  const { organizationId, plan } = caller;
  const found = await loadIntegration(store, { organizationId, subscriberId: params.integrationId });
  return { status: 200, headers: { ETag: etagOf(found) }, body: integrationView(found, plan) };
});
