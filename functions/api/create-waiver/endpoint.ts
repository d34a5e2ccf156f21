import { defineEndpoint } from '#contract/endpoint.ts';
import { waiver, waiverRequest } from '#contract/schemas/waiver.ts';

export const endpoint = defineEndpoint({
  name: 'create-waiver',
  method: 'POST',
  path: '/v1/waivers',
  summary: 'Waive findings until a set time, or request it.',
  description:
    'Owners and admins create active waivers, unless the gate requires four eyes. Members request one, which covers ' +
    'nothing until an owner or admin approves it. A waiver that covers nothing today is accepted and listed as unused.',
  roles: ['owner', 'admin', 'member'],
  scopes: ['organization:write'],
  person: true,
  idempotent: true,
  body: waiverRequest,
  responses: {
    201: { description: 'The waiver, active or requested.', headers: ['Location'], schema: waiver },
  },
  problems: [
    'seat_license_required',
    'repository_not_found',
    'project_unit_not_found',
    'waiver_too_broad',
    'waiver_not_permitted',
    'too_many_waivers',
  ],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
