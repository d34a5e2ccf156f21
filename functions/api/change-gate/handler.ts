import { changeGate } from '#app/policy/change-gate.ts';
import { gateEtag, gateView } from '@scangate/domain/policy/gate-settings';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async (request, { store }) => {
  const { caller, body, headers, now } = request;
  const organization = await changeGate(store, { caller, change: body, ifMatch: headers['if-match'] }, now);
  return { status: 200, headers: { ETag: gateEtag(organization) }, body: gateView(organization) };
});
