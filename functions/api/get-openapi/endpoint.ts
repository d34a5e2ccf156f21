import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-openapi',
  method: 'GET',
  path: '/v1/openapi.json',
  summary: 'Get this API as OpenAPI 3.1.',
  roles: everyRole,
  scopes: [],
  responses: { 200: { description: 'The OpenAPI document.', schema: z.record(z.string(), z.unknown()) } },
  problems: [],
  needs: {},
});
