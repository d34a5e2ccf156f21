import { changeWebhook } from '#app/webhooks/manage-webhooks.ts';
import { serve } from '#runtime/serve.ts';
import { wireOutbound } from '#runtime/wire/hosts/outbound.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, outbound: () => wireOutbound() },
  async ({ caller, params, body: change, headers: { 'if-match': ifMatch }, now }, ports) => {
    const request = { caller, ...params, ifMatch, change };
    return { status: 200, ...(await changeWebhook(ports, request, now)) };
  },
);
