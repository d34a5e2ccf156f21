import { listSubscribers } from '#app/delivery/load-subscribers.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { integrationView, isIntegration } from '@scangate/domain/integrations/integration-rules';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => {
  const found = await listSubscribers(isIntegration, caller.organizationId, { store, log });
  return { status: 200, body: { items: found.map((one) => integrationView(one, caller.plan)) } };
});
