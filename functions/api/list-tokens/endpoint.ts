import * as z from 'zod';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { pageOf, paging, token } from '../../../lib/contract/schemas.ts';
import { everyRole } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'list-tokens',
  method: 'GET',
  path: '/v1/tokens',
  summary: "List tokens: all of them for owners and admins, one's own for others.",
  roles: everyRole,
  scopes: ['organization:read'],
  query: z.strictObject(paging),
  answers: { 200: { description: 'A page of tokens, without secrets.', schema: pageOf(token) } },
  problems: ['invalid_cursor'],
  needs: { core: 'read', tokens: 'read' },
});
