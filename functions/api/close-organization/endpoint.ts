import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { instant } from '#contract/schemas/resources.ts';

export const endpoint = defineEndpoint({
  name: 'close-organization',
  method: 'DELETE',
  path: '/v1/organization',
  summary: 'Close the organization; it is erased after 30 days.',
  description:
    'Its tokens are refused from now on, and nothing renews. Until it is erased, an owner can export its data or restore it.',
  roles: ['owner'],
  scopes: ['organization:write'],
  recent: true,
  body: z.strictObject({ name: z.string().min(1).max(200) }),
  responses: {
    202: {
      description: 'The organization is closing.',
      schema: z.object({ organizationId: z.uuid(), since: instant, eraseAt: instant }),
    },
  },
  problems: ['conflict', 'organization_not_found'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
