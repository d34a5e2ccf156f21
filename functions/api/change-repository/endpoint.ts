import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { credential } from '#contract/schemas/credential.ts';
import { branchName, id, repositoryState } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';
import {
  fullNameForm,
  fullNamePattern,
  maxFullNameLength,
} from '@scangate/domain/repositories/repository-full-name';

export const endpoint = defineEndpoint({
  name: 'change-repository',
  method: 'PATCH',
  path: '/v1/repositories/{repositoryId}',
  summary:
    'Change the name, the default branch or the credential of a repository; its id and its scans stay.',
  description:
    'A new credential is verified at the host at once, and so is a new default branch where the request has the ' +
    'credential or the repository needs none.',
  roles: managers,
  scopes: ['repositories:write'],
  params: z.object({ repositoryId: id }),
  body: z.strictObject({
    fullName: z.string().max(maxFullNameLength).regex(fullNamePattern, fullNameForm).optional(),
    defaultBranch: branchName.optional(),
    credential: credential
      .nullable()
      .optional()
      .meta({ description: 'Replaces the credential; null removes it.' }),
  }),
  hints: {
    '/name': 'Use fullName.',
    '/url': 'A repository at another URL is another one: connect it.',
    '/repositoryId': 'The id is part of the path and never changes.',
  },
  responses: {
    200: {
      description: 'The repository as it is now.',
      schema: repositoryState.extend({
        hint: z.string().optional().meta({ description: 'Says that the new branch was not looked up.' }),
      }),
    },
  },
  problems: ['repository_not_found', 'repository_unreachable', 'conflict'],
  needs: { core: 'write', vault: 'seal', sources: true },
});
