import { switchOrganization } from '#app/identity/sessions/switch-organization.ts';
import { sessionCookies, sessionHashOf } from '#runtime/http/cookies.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, body: { organizationId }, headers, ids, now }, { store }) => {
    const request = {
      caller,
      hash: sessionHashOf(headers),
      organizationId,
      userAgent: headers['user-agent'],
    };
    const secret = await switchOrganization({ store, ids }, request, now);
    return { status: 204, cookies: sessionCookies(secret) };
  },
);
