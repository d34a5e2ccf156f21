import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, pageOf, paging } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-people',
  method: 'GET',
  path: '/v1/people',
  summary: 'List the names of the members, to resolve ids and assign findings.',
  roles: everyRole,
  wholeOrganization: true,
  scopes: ['organization:read'],
  query: z.strictObject({ ...paging, limit: z.int().min(1).max(1000).default(1000) }),
  responses: {
    200: {
      description: 'A page of people.',
      schema: pageOf(z.object({ personId: id, displayName: z.string() })),
    },
  },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
