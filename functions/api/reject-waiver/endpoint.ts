import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { waiver } from '#contract/schemas/waiver.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'reject-waiver',
  method: 'POST',
  path: '/v1/waivers/{waiverId}/reject',
  summary: 'Reject a requested waiver.',
  roles: managers,
  scopes: ['organization:write'],
  person: true,
  params: z.object({ waiverId: id }),
  responses: { 200: { description: 'The rejected waiver.', schema: waiver } },
  problems: ['waiver_not_found', 'conflict'],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
