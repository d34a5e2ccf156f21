import { resumeSastAddon } from '../../../lib/domain/billing/sast-addon.ts';
import { subscriptionView } from '../../../lib/domain/billing/status.ts';
import type { BillingState } from '../../../lib/domain/billing/state.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireTill } from '../../../lib/runtime/wire/till.ts';
import { wantOf } from '../../billing/till/order.ts';
import { want } from '../../billing/till/want.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore, till: wireTill }, async (request, ports) => {
  const { ids } = request;
  const cause = ids.uuid();
  const resume = (known: BillingState) => resumeSastAddon(known, cause);
  const state = await want(wantOf(request, cause), resume, ports);
  return { status: 200, body: subscriptionView(state) };
});
