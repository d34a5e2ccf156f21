import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { label, scope, token } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'issue-token',
  method: 'POST',
  path: '/v1/tokens',
  summary: 'Issue a token; it is shown once.',
  description:
    'Owners and admins issue service tokens for CI. Everybody issues personal tokens for themselves.',
  roles: everyRole,
  scopes: ['tokens:write'],
  person: true,
  idempotent: true,
  body: z.strictObject({
    kind: z.enum(['service', 'personal']),
    name: label,
    scopes: z
      .array(scope)
      .min(1)
      .optional()
      .meta({ description: 'At most those of the credential that asks.' }),
    expiresInDays: z.int().min(1).max(366).optional(),
  }),
  responses: {
    201: {
      description: 'The token. A replay by Idempotency-Key returns it without its secret.',
      schema: token.extend({
        token: z.string().optional().meta({ description: 'The credential itself, this once.' }),
      }),
    },
  },
  problems: ['entitlement_denied'],
  needs: { core: 'write', tokens: 'write' },
});
