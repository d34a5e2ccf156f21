import * as z from 'zod';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { id } from '../../../lib/contract/schemas.ts';
import { everyRole } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'revoke-token',
  method: 'DELETE',
  path: '/v1/tokens/{tokenId}',
  summary: "Revoke a token: any for owners and admins, one's own for others.",
  roles: everyRole,
  scopes: ['tokens:write'],
  params: z.object({ tokenId: id }),
  answers: { 204: { description: 'Revoked.' } },
  problems: ['token_not_found'],
  needs: { core: 'write', tokens: 'write' },
});
