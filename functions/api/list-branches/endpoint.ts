import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, pageOf, paging } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-branches',
  method: 'GET',
  path: '/v1/repositories/{repositoryId}/branches',
  summary: 'List the branches of a repository with their newest commits, as currently on its host.',
  description: 'Sorted by name. Every page queries the host.',
  roles: everyRole,
  scopes: ['repositories:read'],
  params: z.object({ repositoryId: id }),
  query: z.strictObject({
    ...paging,
    q: z.string().min(1).max(255).optional().meta({ description: 'Part of the name, case-insensitive.' }),
  }),
  responses: {
    200: {
      description: 'A page of branches.',
      schema: pageOf(z.object({ name: z.string(), commitHash: z.string() })),
    },
  },
  problems: ['invalid_cursor', 'repository_not_found', 'repository_unreachable'],
  needs: { core: 'read', sourceCheck: 'invoke' },
});
