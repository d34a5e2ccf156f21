import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'show-console',
  method: 'GET',
  path: '/console',
  summary: 'Show who is signed in, with buttons to switch and to sign out; accept an invitation.',
  access: 'public',
  page: true,
  roles: [],
  scopes: [],
  responses: {
    200: { description: 'A page.', schema: z.string(), mediaTypes: ['text/html'] },
  },
  problems: [],
  needs: {},
});
