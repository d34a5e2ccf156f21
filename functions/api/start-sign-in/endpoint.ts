import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { signInQuery } from '#contract/schemas/identity/sessions.ts';

export const endpoint = defineEndpoint({
  name: 'start-sign-in',
  method: 'GET',
  path: '/v1/session/start',
  summary: 'Start a sign-in: the browser continues to the issuer.',
  description:
    'A link from another origin leads to the console page instead, where the person can sign in with a click.',
  access: 'public',
  throttle: { rate: 50, burst: 100 },
  page: true,
  roles: [],
  scopes: [],
  query: z.strictObject(signInQuery),
  responses: {
    303: {
      description: 'The browser continues to the issuer, or to the console.',
      headers: ['Location'],
      optionalHeaders: ['Set-Cookie'],
    },
  },
  problems: ['conflict', 'csrf_failed'],
  needs: { core: 'read', tokens: 'write', signIn: true },
});
