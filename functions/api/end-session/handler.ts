import { signOut } from '#app/identity/sessions/sessions-of-person.ts';
import { sessionCookies, sessionHashOf } from '#runtime/http/cookies.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, headers, now }, { store }) => {
  await signOut(store, { caller, hash: sessionHashOf(headers) }, now);
  return { status: 204, cookies: sessionCookies(undefined) };
});
