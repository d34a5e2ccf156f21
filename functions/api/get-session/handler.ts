import { getSession } from '#app/identity/sessions/get-session.ts';
import { readCookies, sessionCookieName } from '#runtime/http/cookies.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, headers }, { store }) => ({
  status: 200,
  body: await getSession(store, { caller, secret: readCookies(headers).get(sessionCookieName) ?? '' }),
}));
