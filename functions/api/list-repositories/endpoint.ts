import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { repository } from '#contract/schemas/repository.ts';
import { pageOf, paging } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-repositories',
  method: 'GET',
  path: '/v1/repositories',
  summary: 'List the connected repositories.',
  roles: everyRole,
  scopes: ['repositories:read'],
  query: z.strictObject(paging),
  responses: { 200: { description: 'A page of repositories.', schema: pageOf(repository) } },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
