import { removeIntegration } from '#app/integrations/manage-integrations.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, ports) => {
  await removeIntegration(ports, { caller, ...params }, now);
  return { status: 204 };
});
