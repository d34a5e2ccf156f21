import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'revoke-token',
  method: 'DELETE',
  path: '/v1/tokens/{tokenId}',
  summary: 'Revoke a token: any for owners and admins, their own for others.',
  roles: everyRole,
  scopes: ['tokens:write'],
  params: z.object({ tokenId: id }),
  responses: { 204: { description: 'Revoked.' } },
  problems: ['token_not_found'],
  needs: { core: 'write', eventDispatch: 'invoke', tokens: 'write' },
});
