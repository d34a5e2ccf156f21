import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { packId, packLink } from '#contract/schemas/evidence/auditor-pack.ts';
import { packLimits } from '@scangate/domain/auditor-packs/auditor-pack-limits';
import { managers } from '@scangate/domain/identity/roles';

const { linkHours } = packLimits;

export const endpoint = defineEndpoint({
  name: 'create-pack-link',
  method: 'POST',
  path: '/v1/auditor-packs/{packId}/links',
  summary: 'Create a link with which somebody without an account can download an auditor pack.',
  description:
    'Anyone with the link can download the pack until it expires or is revoked; every use is an audit event. Only this response contains the link.',
  roles: managers,
  scopes: ['organization:read', 'billing:read'],
  wholeOrganization: true,
  person: true,
  params: z.object({ packId }),
  body: z
    .strictObject({
      hours: z.int().min(1).max(linkHours.most).default(linkHours.default),
    })
    .meta({ examples: [{ hours: 72 }] }),
  responses: {
    201: {
      description: 'The link.',
      schema: packLink.extend({
        url: z.string().meta({ description: 'Its secret follows `#`, so it does not reach any log.' }),
      }),
    },
  },
  problems: ['auditor_pack_not_found', 'conflict', 'limit_reached'],
  needs: { core: 'write', packLinks: 'write', publicAddress: true },
});
