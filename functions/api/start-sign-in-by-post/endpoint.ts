import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { signInQuery } from '#contract/schemas/identity/sessions.ts';

export const endpoint = defineEndpoint({
  name: 'start-sign-in-by-post',
  method: 'POST',
  path: '/v1/session/start',
  summary: 'Start a sign-in that accepts an invitation, whose secret is not in the URL.',
  description:
    'A form is answered with a redirect to the issuer, JSON with its URL. The request must come from a page of this origin.',
  access: 'public',
  throttle: { rate: 50, burst: 100 },
  page: true,
  roles: [],
  scopes: [],
  requestMediaTypes: ['application/json', 'application/x-www-form-urlencoded'],
  bodyLimitBytes: 8_192,
  body: z
    .strictObject({
      ...signInQuery,
      invitation: z
        .string()
        .max(100)
        .optional()
        .meta({ description: 'The secret of the link: the part after `#`.' }),
    })
    .meta({ examples: [{ returnTo: '/console/', email: 'ada@example.com' }] }),
  responses: {
    200: {
      description: 'Where the browser continues.',
      headers: ['Set-Cookie'],
      schema: z.object({ url: z.string() }),
    },
    303: { description: 'The browser continues to the issuer.', headers: ['Location', 'Set-Cookie'] },
  },
  problems: ['conflict', 'csrf_failed', 'invalid_query', 'invitation_expired'],
  needs: { core: 'read', tokens: 'write', signIn: true },
});
