import * as z from 'zod';
import { packNames } from '@scangate/domain/credits/credit-packs';
import { checkoutSession } from '#contract/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'buy-pack',
  method: 'POST',
  path: '/billing/packs',
  summary: 'Buy credits beside the plan: opens the page where they are paid.',
  description:
    'Starter and Team. SAST credits can be bought without the add-on, and unlock nothing by themselves.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  body: z.strictObject({ pack: z.enum(packNames) }),
  responses: {
    201: {
      description: 'The page is open for a day; the credits are there once it is paid.',
      schema: checkoutSession,
    },
  },
  problems: ['conflict', 'entitlement_denied', 'idempotency_in_progress'],
  needs: { core: 'write', ledger: 'append', paymentProvider: true },
});
