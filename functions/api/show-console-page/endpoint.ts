import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'show-console-page',
  method: 'GET',
  path: '/console/{page}',
  summary: 'Show the page of an address below `/console`, such as that of an invitation.',
  access: 'public',
  page: true,
  roles: [],
  scopes: [],
  params: z.object({ page: z.string().max(200) }),
  responses: {
    200: { description: 'A page.', schema: z.string(), mediaTypes: ['text/html'] },
  },
  problems: ['not_found'],
  needs: {},
});
