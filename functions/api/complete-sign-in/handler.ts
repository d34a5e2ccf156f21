import { finishSignIn } from '#app/identity/sessions/finish-sign-in.ts';
import { readCookies, sessionCookies, signInCookieName } from '#runtime/http/cookies.ts';
import { moveOnPage, pageType } from '#runtime/http/pages.ts';
import { log } from '#runtime/log.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wireSignIn } from '#runtime/wire/sign-in.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSsoSecretDecrypter } from '#runtime/wire/secret-cipher.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(
  endpoint,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    signIn: wireSignIn,
    ssoSecrets: wireSsoSecretDecrypter,
  },
  async ({ query, headers, ids, now }, ports) => {
    const texts = Object.entries(query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const callback = {
      parameters: new URLSearchParams(texts),
      browserSecret: readCookies(headers).get(signInCookieName),
      userAgent: headers['user-agent'],
    };
    const { secret, returnTo } = await finishSignIn({ ...ports, ids, log }, callback, now);
    return {
      status: 200,
      headers: { 'Content-Type': pageType },
      cookies: sessionCookies(secret),
      text: moveOnPage(returnTo),
    };
  },
);
