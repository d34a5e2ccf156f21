import * as z from 'zod';
import { label } from '#contract/schemas/resources.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'redeem-coupon',
  method: 'POST',
  path: '/billing/coupons',
  summary: 'Redeem a discount code for the subscription or for the next checkout of a plan.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  body: z.strictObject({ code: label }),
  responses: {
    200: {
      description: 'What the discount applies to.',
      schema: z.object({ appliesTo: z.enum(['subscription', 'next_checkout']) }),
    },
  },
  problems: ['conflict'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
