import * as z from 'zod';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { id } from '../../../lib/contract/schemas.ts';
import { managers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'remove-member',
  method: 'DELETE',
  path: '/v1/members/{personId}',
  summary: 'Remove a member; every token they issued stops working at once.',
  roles: managers,
  scopes: ['organization:write'],
  params: z.object({ personId: id }),
  answers: { 204: { description: 'Removed.' } },
  problems: ['member_not_found', 'conflict'],
  needs: { core: 'write' },
});
