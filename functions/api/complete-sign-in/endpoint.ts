import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

const parameter = z.string().max(4_096).optional();

export const endpoint = defineEndpoint({
  name: 'complete-sign-in',
  method: 'GET',
  path: '/v1/session/callback',
  summary: 'Complete a sign-in: the issuer sends the browser here.',
  description:
    'The answer is a page that sets the cookie of the session and moves on. A failure is a page, too, for whoever accepts `text/html`.',
  access: 'public',
  throttle: { rate: 50, burst: 100 },
  page: true,
  roles: [],
  scopes: [],
  // Issuers add parameters of their own.
  query: z.looseObject({ state: parameter, code: parameter, iss: parameter, error: parameter }),
  responses: {
    200: {
      description: 'A page that moves on; the session has begun.',
      headers: ['Set-Cookie'],
      schema: z.string(),
      mediaTypes: ['text/html'],
    },
  },
  problems: ['sign_in_failed', 'sign_in_refused', 'no_organization', 'invitation_expired', 'conflict'],
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    tokens: 'write',
    ledger: 'append',
    signIn: true,
    ssoSecrets: 'decrypt',
  },
});
