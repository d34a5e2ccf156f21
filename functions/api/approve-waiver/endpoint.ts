import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { waiver } from '#contract/schemas/waiver.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'approve-waiver',
  method: 'POST',
  path: '/v1/waivers/{waiverId}/approve',
  summary: 'Approve a requested waiver.',
  description: 'Nobody can approve their own request. Approving an approved waiver changes nothing.',
  roles: managers,
  scopes: ['organization:write'],
  person: true,
  params: z.object({ waiverId: id }),
  responses: { 200: { description: 'The approved waiver.', schema: waiver } },
  problems: [
    'waiver_not_found',
    'other_person_required',
    'waiver_not_permitted',
    'conflict',
    'seat_license_required',
  ],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
