import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

const badge = z.object({
  url: z.string().meta({ description: 'The badge, which whoever has the address sees.' }),
});

export const endpoint = defineEndpoint({
  name: 'create-badge',
  method: 'POST',
  path: '/v1/repositories/{repositoryId}/badge',
  summary: 'Make a badge with the verdict of the default branch, which everybody can see.',
  description: 'Its address cannot be guessed, and names neither the repository nor the organization.',
  roles: managers,
  scopes: ['repositories:write'],
  person: true,
  params: z.object({ repositoryId: id }),
  responses: {
    200: { description: 'The badge that the repository has already.', schema: badge },
    201: { description: 'A new badge.', schema: badge },
  },
  problems: ['repository_not_found'],
  needs: { core: 'write', publicAddress: true },
});
