import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { credential } from '#contract/schemas/identity/credential.ts';
import { repositoryChecksChange, repositoryState } from '#contract/schemas/repository.ts';
import { branchName, id } from '#contract/schemas/resources.ts';
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
  summary: 'Change the settings or the credential of a repository; its id and scans remain.',
  description:
    'A new credential and a new default branch are verified with the host at once, the branch with the credential that ' +
    'the repository has by then.',
  roles: managers,
  scopes: ['repositories:write'],
  person: true,
  params: z.object({ repositoryId: id }),
  body: z
    .strictObject({
      fullName: z.string().max(maxFullNameLength).regex(fullNamePattern, fullNameForm).optional(),
      defaultBranch: branchName.optional(),
      reviewedBranches: z
        .array(branchName)
        .max(10)
        .optional()
        .meta({
          description:
            'Further branches that only receive reviewed changes; the default branch always is one. Suppressions count when ' +
            'such a branch has them, and bases of comparisons are commits of such branches. Empty: none.',
        }),
      artifactsAsDefault: z
        .boolean()
        .optional()
        .meta({
          description:
            'Whether scans of artifacts count as scans of the default branch, in tracked findings and trends; ' +
            'off unless it is set.',
        }),
      reuse: z
        .enum(['on', 'off'])
        .optional()
        .meta({
          description:
            'Whether project units that have not changed reuse the result of an earlier scan: it is judged again, costs ' +
            'nothing, and their files are not fetched. On unless it is set.',
        }),
      checks: repositoryChecksChange.optional(),
      credential: credential
        .nullable()
        .optional()
        .meta({ description: 'Replaces the credential; null removes it.' }),
    })
    .meta({ examples: [{ defaultBranch: 'main', reviewedBranches: ['release'] }] }),
  hints: {
    '/name': 'Use fullName.',
    '/url': 'A repository at another URL is another one: connect it.',
    '/repositoryId': 'The id is part of the path and never changes.',
  },
  responses: {
    200: {
      description: 'The repository as it is now.',
      schema: repositoryState,
    },
  },
  problems: ['repository_not_found', 'repository_unreachable', 'conflict'],
  needs: { core: 'write', repositorySecrets: 'encrypt', sourceCheck: 'invoke' },
});
