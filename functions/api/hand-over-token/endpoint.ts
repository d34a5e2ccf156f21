import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, token } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'hand-over-token',
  method: 'PATCH',
  path: '/v1/tokens/{tokenId}',
  summary: 'Become responsible for a service token.',
  description:
    'The token then acts for the caller, so it survives when the currently responsible person leaves. A token that has ended cannot be revived.',
  roles: managers,
  scopes: ['tokens:write'],
  person: true,
  params: z.object({ tokenId: id }),
  body: z.strictObject({
    responsible: z.literal('me').meta({ description: 'Must be the caller’s own.' }),
  }),
  responses: { 200: { description: 'The token.', schema: token } },
  problems: ['token_not_found', 'conflict'],
  needs: { core: 'write', tokens: 'write' },
});
