import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

const badge = z.object({
  url: z.string().meta({ description: 'The badge, visible to anyone with its URL.' }),
});

export const endpoint = defineEndpoint({
  name: 'create-badge',
  method: 'POST',
  path: '/v1/repositories/{repositoryId}/badge',
  summary: 'Create a public badge with the verdict of the default branch.',
  description: 'Its URL cannot be guessed, and names neither the repository nor the organization.',
  roles: managers,
  scopes: ['repositories:write'],
  person: true,
  params: z.object({ repositoryId: id }),
  responses: {
    200: { description: 'The existing badge of the repository.', schema: badge },
    201: { description: 'A new badge.', schema: badge },
  },
  problems: ['repository_not_found'],
  needs: { core: 'write', publicAddress: true },
});
