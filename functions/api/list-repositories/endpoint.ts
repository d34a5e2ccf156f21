import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { listedRepository } from '#contract/schemas/repository.ts';
import { pageOf, paging } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { maxFullNameLength } from '@scangate/domain/repositories/repository-full-name';

export const endpoint = defineEndpoint({
  name: 'list-repositories',
  method: 'GET',
  path: '/v1/repositories',
  summary: 'List the connected repositories.',
  roles: everyRole,
  scopes: ['repositories:read'],
  query: z.strictObject({
    ...paging,
    q: z.string().min(1).max(maxFullNameLength).optional().meta({
      description: 'Part of the full name, case-insensitive. The list is then sorted by name.',
    }),
    view: z
      .enum(['gate'])
      .optional()
      .meta({ description: '`gate` adds `latest` and `scannable`. The list is then sorted by name.' }),
  }),
  responses: { 200: { description: 'A page of repositories.', schema: pageOf(listedRepository) } },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
