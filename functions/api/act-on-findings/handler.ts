import { actOnFindings } from '#app/tracking/act-on-findings.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, body: { waive, ...actions }, ids, now }, { store }) => {
    const asked = waive && { ...waive, expiresAt: new Date(waive.expiresAt).toISOString() };
    const items = await actOnFindings({ caller, ...actions, waive: asked }, { store, ids }, now);
    return { status: 200, body: { items } };
  },
);
