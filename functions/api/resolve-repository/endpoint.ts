import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { resolvedRepository } from '#contract/schemas/repository.ts';
import {
  fullNameForm,
  fullNamePattern,
  maxFullNameLength,
} from '@scangate/domain/repositories/repository-full-name';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'resolve-repository',
  method: 'GET',
  path: '/v1/repositories/resolve',
  summary: 'Find the repositoryId of a connected repository by its full name.',
  roles: everyRole,
  scopes: ['repositories:read'],
  query: z.strictObject({
    fullName: z
      .string()
      .max(maxFullNameLength)
      .regex(fullNamePattern, fullNameForm)
      .meta({ description: 'owner/repo, case-insensitive.' }),
  }),
  responses: { 200: { description: 'The repository.', schema: resolvedRepository } },
  problems: ['repository_not_found'],
  needs: { core: 'read' },
});
