import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { label, token } from '#contract/schemas/resources.ts';
import { owners } from '@scangate/domain/identity/roles';
import { tokenDays } from '@scangate/domain/identity/token-limits';

export const endpoint = defineEndpoint({
  name: 'add-directory-token',
  method: 'POST',
  path: '/v1/organization/directory-tokens',
  summary: 'Issue a token for the directory that provisions people by SCIM; it is shown once.',
  description:
    'Only valid for `/scim/v2`. An organization can have two at a time, to rotate them without a gap.',
  roles: owners,
  scopes: ['organization:write'],
  capability: 'sso_full',
  session: true,
  recent: true,
  body: z.strictObject({
    name: label,
    expiresInDays: z
      .int()
      .min(tokenDays.least)
      .max(tokenDays.most)
      .optional()
      .meta({ description: 'Default: 365.' }),
  }),
  responses: {
    201: { description: 'The token, shown only once.', schema: token.extend({ token: z.string() }) },
  },
  problems: ['conflict'],
  needs: { core: 'write', eventDispatch: 'invoke', tokens: 'write' },
});
