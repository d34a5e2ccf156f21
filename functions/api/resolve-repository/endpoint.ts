import * as z from 'zod';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { resolvedRepository } from '../../../lib/contract/schemas.ts';
import { fullNameForm, longestFullName } from '../../../lib/domain/full-name.ts';
import { everyRole } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'resolve-repository',
  method: 'GET',
  path: '/v1/repositories/resolve',
  summary: 'Find the repositoryId of a connected repository by its full name.',
  roles: everyRole,
  scopes: ['repositories:read'],
  capability: 'api',
  query: z.strictObject({
    fullName: z
      .string()
      .max(longestFullName)
      .regex(fullNameForm)
      .meta({ description: 'owner/repo; upper and lower case do not matter.' }),
  }),
  answers: { 200: { description: 'The repository.', schema: resolvedRepository } },
  problems: ['repository_not_found'],
  needs: { core: 'read' },
});
