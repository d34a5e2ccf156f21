import * as z from 'zod';
import { label } from '../../../lib/contract/schemas.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { buyers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'redeem-coupon',
  method: 'POST',
  path: '/billing/coupons',
  summary: 'Use a discount code, for the subscription or for the next checkout of a plan.',
  roles: buyers,
  scopes: ['billing:write'],
  managedByParent: true,
  body: z.strictObject({ code: label }),
  answers: {
    200: {
      description: 'What the discount is for.',
      schema: z.object({ appliesTo: z.enum(['subscription', 'next_checkout']) }),
    },
  },
  problems: ['conflict'],
  needs: { core: 'write', ledger: 'append', till: true },
});
