import { checkoutSession, planSelection } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'open-checkout',
  method: 'POST',
  path: '/billing/checkout',
  summary: 'Buy a first paid plan: opens the page where it is paid.',
  description: 'An organization has one such page at a time. Opening another one closes it.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  body: planSelection.meta({ examples: [{ plan: 'Team', interval: 'month', licenses: 10 }] }),
  responses: {
    201: {
      description: 'The page is open for a day. The plan starts once it is paid.',
      schema: checkoutSession,
    },
  },
  problems: ['conflict', 'idempotency_in_progress'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
