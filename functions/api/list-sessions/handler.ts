import { listSessions } from '#app/identity/sessions/sessions-of-person.ts';
import { sessionHashOf } from '#runtime/http/cookies.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, headers, now }, { store }) => ({
  status: 200,
  body: { items: await listSessions(store, { caller, hash: sessionHashOf(headers) }, now) },
}));
