import { loadGate } from '#app/policy/load-gate.ts';
import { gateEtag, gateView } from '@scangate/domain/policy/gate-view';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => {
  const gate = await loadGate(store, caller.organizationId);
  return { status: 200, headers: { ETag: gateEtag(gate) }, body: gateView(gate, now.toISOString()) };
});
