import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { member, pageOf, paging } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-members',
  method: 'GET',
  path: '/v1/members',
  summary: 'List the members and their roles.',
  roles: managers,
  scopes: ['organization:read'],
  query: z.strictObject(paging),
  responses: { 200: { description: 'A page of members.', schema: pageOf(member) } },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
