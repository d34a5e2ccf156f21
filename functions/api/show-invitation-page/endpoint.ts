import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'show-invitation-page',
  method: 'GET',
  path: '/console/invitation',
  summary: 'Show the page that the link of an invitation leads to.',
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
