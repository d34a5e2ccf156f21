import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'disconnect-repository',
  method: 'DELETE',
  path: '/v1/repositories/{repositoryId}',
  summary: 'Disconnect a repository and delete its credential; its scans stay readable.',
  roles: managers,
  scopes: ['repositories:write'],
  person: true,
  params: z.object({ repositoryId: id }),
  responses: { 204: { description: 'Disconnected.' } },
  problems: ['repository_not_found'],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
