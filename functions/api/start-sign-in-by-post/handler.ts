import { requireConfiguration, startSignIn } from '#app/identity/sessions/start-sign-in.ts';
import { defaultReturnTo } from '@scangate/domain/identity/sessions/return-to';
import { readCookies, sessionCookieName, signInCookie, signInCookieName } from '#runtime/http/cookies.ts';
import { requireSameOrigin } from '#runtime/http/require-same-origin.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wireSignIn } from '#runtime/wire/sign-in.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(
  endpoint,
  { store: wireStore, signIn: wireSignIn },
  async ({ body, headers, ids, now }, ports) => {
    const cookies = readCookies(headers);
    const configuration = await requireConfiguration(ports.signIn);
    requireSameOrigin(headers, configuration);
    const { returnTo = defaultReturnTo, recent, ...asked } = body;
    const start = {
      ...asked,
      returnTo,
      isRecent: recent === 'true',
      browserSecret: cookies.get(signInCookieName),
      sessionSecret: cookies.get(sessionCookieName),
    };
    const { url, browserSecret, crossSite } = await startSignIn({ ...ports, ids }, start, {
      configuration,
      now,
    });
    const set = [signInCookie(browserSecret, { crossSite })];
    return (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
      ? { status: 303, headers: { Location: url }, cookies: set }
      : { status: 200, cookies: set, body: { url } };
  },
);
