import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, label, scope, token } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { tokenDays } from '@scangate/domain/identity/token-limits';

export const endpoint = defineEndpoint({
  name: 'issue-token',
  method: 'POST',
  path: '/v1/tokens',
  summary: 'Issue a token; it is shown once.',
  description:
    'Owners and admins issue service tokens for CI. Everybody issues personal tokens for themselves. A token that was issued with a token ends with it, and cannot issue any.',
  roles: everyRole,
  scopes: ['tokens:write'],
  person: true,
  idempotent: true,
  body: z
    .strictObject({
      kind: z.enum(['service', 'personal']),
      name: label,
      scopes: z
        .array(scope)
        .min(1)
        .optional()
        .meta({ description: 'At most those of the requesting credential.' }),
      expiresInDays: z.int().min(tokenDays.least).max(tokenDays.most).optional().meta({
        description:
          'Default: 90 for a personal token and 365 for a service token; limited by the requesting token and by the organization.',
      }),
      repositoryIds: z.array(id).min(1).max(10).optional().meta({
        description: 'Limits a service token to these repositories; any other is 404 to it.',
      }),
    })
    .meta({ examples: [{ kind: 'service', name: 'Pipelines', scopes: ['scans:read', 'scans:write'] }] }),
  responses: {
    201: {
      description: 'The token. A replay by Idempotency-Key returns it without its secret.',
      schema: token.extend({
        token: z.string().optional().meta({ description: 'The credential itself, shown only once.' }),
      }),
    },
  },
  problems: ['entitlement_denied', 'repository_not_found', 'conflict'],
  needs: { core: 'write', eventDispatch: 'invoke', tokens: 'write' },
});
