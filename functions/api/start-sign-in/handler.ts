import { requireConfiguration, startSignIn } from '#app/identity/sessions/start-sign-in.ts';
import { defaultReturnTo } from '@scangate/domain/identity/sessions/return-to';
import { readCookies, sessionCookieName, signInCookie, signInCookieName } from '#runtime/http/cookies.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wireSignIn } from '#runtime/wire/sign-in.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(
  endpoint,
  { store: wireStore, signIn: wireSignIn },
  async ({ query, headers, ids, now }, ports) => {
    const cookies = readCookies(headers);
    const configuration = await requireConfiguration(ports.signIn);
    const { url, browserSecret, crossSite } = await startSignIn(
      { ...ports, ids },
      {
        returnTo: query.returnTo ?? defaultReturnTo,
        email: query.email,
        providerId: query.providerId,
        isRecent: query.recent === 'true',
        browserSecret: cookies.get(signInCookieName),
        sessionSecret: cookies.get(sessionCookieName),
      },
      { configuration, now },
    );
    return {
      status: 303,
      headers: { Location: url, 'Set-Cookie': signInCookie(browserSecret, { crossSite }) },
    };
  },
);
