import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { signInQuery } from '#contract/schemas/identity/sessions.ts';

export const endpoint = defineEndpoint({
  name: 'start-sign-in',
  method: 'GET',
  path: '/v1/session/start',
  summary: 'Start a sign-in: the browser goes on to the issuer.',
  access: 'public',
  page: true,
  roles: [],
  scopes: [],
  query: z.strictObject(signInQuery),
  responses: {
    303: { description: 'The browser goes on to the issuer.', headers: ['Location', 'Set-Cookie'] },
  },
  problems: ['conflict'],
  needs: { core: 'read', tokens: 'write', signIn: true },
});
