import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'remove-member',
  method: 'DELETE',
  path: '/v1/members/{personId}',
  summary: 'Remove a member; every token they issued stops working at once.',
  roles: managers,
  scopes: ['organization:write'],
  params: z.object({ personId: id }),
  responses: { 204: { description: 'Removed.' } },
  problems: ['member_not_found', 'conflict'],
  needs: { core: 'write' },
});
