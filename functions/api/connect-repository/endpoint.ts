import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { credential } from '#contract/schemas/identity/credential.ts';
import { repository } from '#contract/schemas/repository.ts';
import { branchName } from '#contract/schemas/resources.ts';
import {
  fullNameForm,
  fullNamePattern,
  maxFullNameLength,
} from '@scangate/domain/repositories/repository-full-name';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'connect-repository',
  method: 'POST',
  path: '/v1/repositories',
  summary: 'Connect a git repository; URL and credential are verified at once.',
  description:
    'A plan limits the number of connected repositories. Another one is 402 with ' +
    '`capability: "repositories"` and the `limit`.',
  roles: managers,
  scopes: ['repositories:write'],
  person: true,
  idempotent: true,
  body: z.strictObject({
    url: z.string().min(1).max(2048),
    fullName: z
      .string()
      .max(maxFullNameLength)
      .regex(fullNamePattern, fullNameForm)
      .optional()
      .meta({ description: 'owner/repo; defaults to the last two segments of the URL.' }),
    credential: credential.optional(),
    defaultBranch: branchName.optional(),
  }),
  responses: { 201: { description: 'Connected.', schema: repository } },
  problems: [
    'entitlement_denied',
    'repository_url_invalid',
    'repository_unreachable',
    'conflict',
    'seat_license_required',
  ],
  needs: { core: 'write', eventDispatch: 'invoke', repositorySecrets: 'encrypt', sourceCheck: 'invoke' },
});
