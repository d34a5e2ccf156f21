import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { pageOf, paging, token } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-tokens',
  method: 'GET',
  path: '/v1/tokens',
  summary: 'List tokens: all of them for owners and admins, their own for others.',
  roles: everyRole,
  scopes: ['organization:read'],
  query: z.strictObject(paging),
  responses: { 200: { description: 'A page of tokens, without secrets.', schema: pageOf(token) } },
  problems: ['invalid_cursor'],
  needs: { core: 'read', tokens: 'read' },
});
