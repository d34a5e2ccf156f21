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
    'The token acts for the caller from then on, so that it stays when the person who is responsible now leaves. A token that has ended stays dead.',
  roles: managers,
  scopes: ['tokens:write'],
  person: true,
  params: z.object({ tokenId: id }),
  body: z.strictObject({
    responsible: z.literal('me').meta({ description: 'Nobody is made responsible by somebody else.' }),
  }),
  responses: { 200: { description: 'The token.', schema: token } },
  problems: ['token_not_found', 'conflict'],
  needs: { core: 'write', tokens: 'write' },
});
