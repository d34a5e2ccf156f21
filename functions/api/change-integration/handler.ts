import { changeIntegration } from '#app/integrations/manage-integrations.ts';
import { serve } from '#runtime/serve.ts';
import { wireProviders } from '#runtime/wire/providers.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSubscriberSecretEncrypter } from '#runtime/wire/secret-cipher.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, providers: wireProviders, subscriberSecrets: wireSubscriberSecretEncrypter },
  async ({ caller, params, headers, body: change, now }, ports) => {
    const edit = { caller, ...params, ifMatch: headers['if-match'], change };
    return { status: 200, ...(await changeIntegration(ports, edit, now)) };
  },
);
