import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';

export const endpoint = defineEndpoint({
  name: 'withdraw-waiver',
  method: 'DELETE',
  path: '/v1/waivers/{waiverId}',
  summary: 'Withdraw a waiver: any for owners and admins, their own request for others.',
  description: 'Its findings count again at once. The waiver stays in the list with its history.',
  roles: ['owner', 'admin', 'member'],
  scopes: ['organization:write'],
  person: true,
  params: z.object({ waiverId: id }),
  responses: { 204: { description: 'Withdrawn.' } },
  problems: ['waiver_not_found'],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
