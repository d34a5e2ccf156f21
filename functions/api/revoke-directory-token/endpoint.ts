import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'revoke-directory-token',
  method: 'DELETE',
  path: '/v1/organization/directory-tokens/{tokenId}',
  summary: 'Revoke a token of the directory.',
  roles: owners,
  scopes: ['organization:write'],
  // An organization that changed its plan can still revoke existing tokens.
  session: true,
  recent: true,
  params: z.object({ tokenId: id }),
  responses: { 204: { description: 'Revoked.' } },
  problems: ['token_not_found'],
  needs: { core: 'write', eventDispatch: 'invoke', tokens: 'write' },
});
