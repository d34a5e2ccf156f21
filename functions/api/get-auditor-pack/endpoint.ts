import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { auditorPack, packId, packLink } from '#contract/schemas/evidence/auditor-pack.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-auditor-pack',
  method: 'GET',
  path: '/v1/auditor-packs/{packId}',
  summary: 'Get an auditor pack with its links.',
  roles: managers,
  scopes: ['organization:read', 'billing:read'],
  wholeOrganization: true,
  params: z.object({ packId }),
  responses: {
    200: {
      description: 'The pack. The secrets of its links are never shown again.',
      schema: auditorPack.extend({ links: z.array(packLink) }),
    },
  },
  problems: ['auditor_pack_not_found'],
  needs: { core: 'read' },
});
