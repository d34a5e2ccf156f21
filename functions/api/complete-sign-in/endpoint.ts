import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

const parameter = z.string().max(4_096).optional();

export const endpoint = defineEndpoint({
  name: 'complete-sign-in',
  method: 'GET',
  path: '/v1/session/callback',
  summary: 'Complete a sign-in: the issuer sends the browser here.',
  description:
    'The response is a page that sets the session cookie and continues to the console. Failures are pages, too, for clients that accept `text/html`.',
  access: 'public',
  throttle: { rate: 50, burst: 100 },
  page: true,
  roles: [],
  scopes: [],
  // Issuers add parameters of their own.
  query: z.looseObject({ state: parameter, code: parameter, iss: parameter, error: parameter }),
  responses: {
    200: {
      description: 'A page that continues to the console; the session has started.',
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
