import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'get-docs-file',
  method: 'GET',
  path: '/docs/{file}',
  summary: 'Get a file that the page of the reference loads.',
  access: 'document',
  throttle: { rate: 50, burst: 100 },
  roles: [],
  scopes: [],
  headers: ['If-None-Match'],
  params: z.object({
    file: z.enum(['redoc.js', 'redoc-licenses.txt']).meta({ description: 'The name of the file.' }),
  }),
  responses: {
    200: {
      description: 'The file.',
      headers: ['ETag'],
      schema: z.string().meta({ examples: ['/* Redoc */'] }),
      mediaTypes: ['text/javascript', 'text/plain'],
    },
    304: { description: 'The file has the ETag of If-None-Match.', headers: ['ETag'] },
  },
  problems: ['not_found'],
  needs: {},
  stream: true,
});
