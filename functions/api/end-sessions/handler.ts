import { endSessions } from '#app/identity/sessions/end-sessions.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, query: { personId }, now }, { store }) => {
    await endSessions(store, { caller, personId }, now);
    return { status: 204 };
  },
);
