import { removeMember } from '#app/identity/remove-member.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, params, now }, { store }) => ({
    status: 200,
    body: await removeMember(store, { caller, personId: params.personId }, now),
  }),
);
