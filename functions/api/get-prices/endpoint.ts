import * as z from 'zod';
import { packNames } from '@scangate/domain/credits/credit-packs';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { billingReaders } from '@scangate/domain/identity/roles';
import { addonSize, planSelection } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';

const amount = z.int().min(0);
const perLicense = z.boolean();
const { plan, interval } = planSelection.shape;

export const endpoint = defineEndpoint({
  name: 'get-prices',
  method: 'GET',
  path: '/billing/prices',
  summary: 'Get the prices of plans, packs and the SAST add-on.',
  description:
    'Amounts are without tax and discounts, per period; `POST /billing/preview` returns what a change costs this organization.',
  roles: billingReaders,
  scopes: ['billing:read'],
  managedByParent: true,
  responses: {
    200: {
      description: 'The current offers at the payment provider.',
      schema: z.object({
        currency: z.string(),
        plans: z.array(z.object({ plan, interval, amount, perLicense })),
        packs: z.array(
          z.object({ pack: z.enum(packNames), pool: z.enum(poolNames), credits: z.int(), amount }),
        ),
        sastAddon: z.array(z.object({ size: addonSize, interval, amount, perLicense })),
      }),
    },
  },
  problems: ['conflict'],
  needs: { paymentProvider: true },
});
