import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'show-docs',
  method: 'GET',
  path: '/docs',
  summary: 'Show the reference of this API.',
  access: 'document',
  page: true,
  throttle: { rate: 50, burst: 100 },
  roles: [],
  scopes: [],
  headers: ['If-None-Match'],
  responses: {
    200: { description: 'A page.', headers: ['ETag'], schema: z.string(), mediaTypes: ['text/html'] },
    304: { description: 'The page has the ETag of If-None-Match.', headers: ['ETag'] },
  },
  problems: [],
  needs: {},
  stream: true,
});
