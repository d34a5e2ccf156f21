import { restoreOrganization } from '#app/offboarding/close-organization.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch, paymentProvider: wirePaymentProvider },
  async ({ caller, ids, now }, ports) => {
    await restoreOrganization({ caller, ids, now }, { ...ports, log });
    return { status: 204 };
  },
);
