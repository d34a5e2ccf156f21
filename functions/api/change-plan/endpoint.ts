import { planSelection, subscription } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-plan',
  method: 'POST',
  path: '/billing/plan',
  summary: 'Change the plan, the billing period or the licenses from the next renewal on.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  body: planSelection.meta({ examples: [{ plan: 'Team', interval: 'year', licenses: 10 }] }),
  responses: { 200: { description: 'The subscription with its pending changes.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
