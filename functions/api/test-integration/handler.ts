import { testIntegration } from '#app/integrations/manage-integrations.ts';
import { serve } from '#runtime/serve.ts';
import { wireProviders } from '#runtime/wire/providers.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSubscriberSecretDecrypter } from '#runtime/wire/secret-cipher.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, providers: wireProviders, subscriberSecrets: wireSubscriberSecretDecrypter },
  async ({ caller, params, now }, ports) => {
    return { status: 200, body: await testIntegration(ports, { caller, ...params }, now) };
  },
);
