import { deleteMe } from '#app/identity/me/delete-me.ts';
import { sessionCookies } from '#runtime/http/cookies.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireLockedBucket } from '#runtime/wire/keys/locked-bucket.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, lockedBucket: wireLockedBucket, eventDispatch: wireEventDispatch },
  async ({ caller, now }, { store, lockedBucket }) => {
    await deleteMe(caller, { store, lockedBucket, log }, now);
    return { status: 204, cookies: sessionCookies(undefined) };
  },
);
