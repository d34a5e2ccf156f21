import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { invitation } from '#contract/schemas/identity/invitations.ts';
import { pageOf, paging } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-invitations',
  method: 'GET',
  path: '/v1/invitations',
  summary: 'List the open invitations.',
  roles: managers,
  scopes: ['organization:read'],
  person: true,
  query: z.strictObject(paging),
  responses: { 200: { description: 'A page of invitations.', schema: pageOf(invitation) } },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
