import { finishSamlSignIn } from '#app/identity/sso/finish-saml-sign-in.ts';
import { readCookies, sessionCookies, signInCookieName } from '#runtime/http/cookies.ts';
import { moveOnPage, pageType } from '#runtime/http/pages.ts';
import { log } from '#runtime/log.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireSaml } from '#runtime/wire/identity/saml.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch, publicAddress: wirePublicAddress, saml: wireSaml },
  async ({ params, body, headers, ids, now }, ports) => {
    const post = {
      organizationId: params.organizationId,
      response: body.SAMLResponse,
      browserSecret: readCookies(headers).get(signInCookieName),
      userAgent: headers['user-agent'],
    };
    const { secret, returnTo } = await finishSamlSignIn({ ...ports, ids, log }, post, now);
    return {
      status: 200,
      headers: { 'Content-Type': pageType },
      cookies: sessionCookies(secret),
      text: moveOnPage(returnTo),
    };
  },
);
