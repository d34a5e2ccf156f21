import * as z from 'zod';
import { packNames } from '@scangate/domain/credits/credit-packs';
import { checkoutSession } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'buy-pack',
  method: 'POST',
  path: '/billing/packs',
  summary: 'Buy a credit pack: opens the page where it is paid.',
  description:
    'Available on Starter and Team. SAST credits can be bought without the add-on, but need it to be used.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  body: z.strictObject({ pack: z.enum(packNames) }),
  responses: {
    201: {
      description: 'The page is open for a day. The credits are granted once it is paid.',
      schema: checkoutSession,
    },
  },
  problems: ['conflict', 'entitlement_denied', 'idempotency_in_progress'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
