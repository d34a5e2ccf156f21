import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { waiver, waiverRenewal } from '#contract/schemas/waiver.ts';

export const endpoint = defineEndpoint({
  name: 'renew-waiver',
  method: 'POST',
  path: '/v1/waivers/{waiverId}/renew',
  summary: 'Renew an approved waiver until a later time, or request it.',
  description:
    'The renewal is a separate waiver with the next version. The old one ends when the renewal takes effect.',
  roles: ['owner', 'admin', 'member'],
  scopes: ['organization:write'],
  person: true,
  idempotent: true,
  params: z.object({ waiverId: id }),
  body: waiverRenewal,
  responses: {
    201: { description: 'The renewal, active or requested.', headers: ['Location'], schema: waiver },
  },
  problems: [
    'waiver_not_found',
    'conflict',
    'seat_license_required',
    'repository_not_found',
    'project_unit_not_found',
    'waiver_not_permitted',
    'too_many_waivers',
  ],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
