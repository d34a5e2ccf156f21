import { changeGate } from '#app/policy/change-gate.ts';
import { gateEtag, gateView } from '@scangate/domain/policy/gate-view';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async (request, { store }) => {
    const { caller, body, headers, now } = request;
    const changed = await changeGate(store, { caller, change: body, ifMatch: headers['if-match'] }, now);
    const { gate, isHeld } = changed;
    const answer = { headers: { ETag: gateEtag(gate) }, body: gateView(gate, now.toISOString()) };
    return isHeld ? { status: 202, ...answer } : { status: 200, ...answer };
  },
);
