import { removeMember } from '#app/identity/remove-member.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, params, now }, { store }) => ({
    status: 200,
    body: await removeMember({ store, log }, { caller, personId: params.personId }, now),
  }),
);
