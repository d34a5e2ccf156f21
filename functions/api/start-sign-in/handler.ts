import { requireConfiguration, startSignIn } from '#app/identity/sessions/start-sign-in.ts';
import { defaultReturnTo } from '@scangate/domain/identity/sessions/return-to';
import { readCookies, sessionCookieName, signInCookie, signInCookieName } from '#runtime/http/cookies.ts';
import { optionalEnv } from '#runtime/env.ts';
import { fromOtherOrigin, isFromOtherOrigin } from '#runtime/http/require-same-origin.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wireSignIn } from '#runtime/wire/sign-in.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

/**
 * Redirects to a page of the console, which asks a signed-out person to sign in. An issuer may sign in without
 * asking, so that a page of another origin could replace the session of the browser; the person's own click starts
 * the sign-in.
 * @throws Problem csrf_failed when the deployment has no console.
 */
const toConsole = (returnTo: string, { publicUrl }: { publicUrl: string }) => {
  if (optionalEnv('CONSOLE') !== 'true') throw fromOtherOrigin();
  return { status: 303, headers: { Location: `${publicUrl.replace(/\/$/, '')}${returnTo}` } } as const;
};

export const handler = servePublic(
  endpoint,
  { store: wireStore, signIn: wireSignIn },
  async ({ query, headers, ids, now }, ports) => {
    const cookies = readCookies(headers);
    const configuration = await requireConfiguration(ports.signIn);
    const { returnTo = defaultReturnTo } = query;
    if (isFromOtherOrigin(headers)) return toConsole(returnTo, configuration);
    const { url, browserSecret, crossSite } = await startSignIn(
      { ...ports, ids },
      {
        returnTo,
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
      headers: { Location: url },
      cookies: [signInCookie(browserSecret, { crossSite })],
    };
  },
);
