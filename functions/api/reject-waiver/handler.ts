import { rejectWaiver } from '#app/waivers/decide-waiver.ts';
import { waiverView } from '@scangate/domain/waivers/waiver-view';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, params, now }, { store }) => {
    const waiver = await rejectWaiver({ caller, waiverId: params.waiverId }, store, now);
    return { status: 200, body: waiverView(waiver, undefined, now.toISOString()) };
  },
);
