import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { repositoryState } from '#contract/schemas/repository.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-repository',
  method: 'GET',
  path: '/v1/repositories/{repositoryId}',
  summary: 'Get a connected repository with its latest verdict.',
  roles: everyRole,
  scopes: ['repositories:read'],
  params: z.object({ repositoryId: id }),
  responses: { 200: { description: 'The repository.', schema: repositoryState } },
  problems: ['repository_not_found'],
  needs: { core: 'read' },
});
