import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'remove-badge',
  method: 'DELETE',
  path: '/v1/repositories/{repositoryId}/badge',
  summary: 'Remove the badge of a repository; a new one gets another URL.',
  roles: managers,
  scopes: ['repositories:write'],
  person: true,
  params: z.object({ repositoryId: id }),
  responses: { 204: { description: 'There is no badge. Copies are shown for up to five minutes.' } },
  problems: ['repository_not_found'],
  needs: { core: 'write' },
});
