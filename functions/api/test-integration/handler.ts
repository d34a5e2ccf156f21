import { testIntegration } from '#app/integrations/manage-integrations.ts';
import { serve } from '#runtime/serve.ts';
import { wireProviders } from '#runtime/wire/providers.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSubscriberSecretOpener } from '#runtime/wire/vault.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, providers: wireProviders, subscriberSecrets: wireSubscriberSecretOpener },
  async ({ caller, params, now }, ports) => {
    return { status: 200, body: await testIntegration(ports, { caller, ...params }, now) };
  },
);
