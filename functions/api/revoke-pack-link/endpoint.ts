import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { packId } from '#contract/schemas/evidence/auditor-pack.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'revoke-pack-link',
  method: 'DELETE',
  path: '/v1/auditor-packs/{packId}/links/{linkId}',
  summary: 'Revoke a link to an auditor pack; it stops working.',
  roles: managers,
  scopes: ['organization:read', 'billing:read'],
  wholeOrganization: true,
  params: z.object({ packId, linkId: id }),
  responses: { 204: { description: 'Revoked.' } },
  problems: ['auditor_pack_not_found', 'link_not_found'],
  needs: { core: 'write', packLinks: 'revoke' },
});
