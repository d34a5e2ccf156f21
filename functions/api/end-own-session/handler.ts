import { endSession } from '#app/identity/sessions/sessions-of-person.ts';
import { sessionHashOf } from '#runtime/http/cookies.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, params: { sessionId }, headers, now }, { store }) => {
    await endSession(store, { caller, hash: sessionHashOf(headers), sessionId }, now);
    return { status: 204 };
  },
);
