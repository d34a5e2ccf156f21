import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'show-shared-page',
  method: 'GET',
  path: '/console/shared',
  summary: 'Show the page that the link to an auditor pack leads to.',
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
