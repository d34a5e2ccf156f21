import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'get-openapi',
  method: 'GET',
  path: '/v1/openapi.json',
  summary: 'Get this API as OpenAPI 3.1.',
  access: 'document',
  throttle: { rate: 50, burst: 100 },
  roles: [],
  scopes: [],
  headers: ['If-None-Match'],
  responses: {
    200: {
      description: 'The OpenAPI document, with its ETag.',
      headers: ['ETag'],
      schema: z
        .record(z.string(), z.unknown())
        .meta({ examples: [{ openapi: '3.1.1', info: { title: 'Scangate', version: '1' }, paths: {} }] }),
    },
    304: { description: 'The document has the ETag of If-None-Match.', headers: ['ETag'] },
  },
  problems: [],
  needs: {},
  stream: true,
});
