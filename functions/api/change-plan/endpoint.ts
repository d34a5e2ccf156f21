import { planSelection, subscription } from '#contract/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-plan',
  method: 'POST',
  path: '/billing/plan',
  summary: 'Choose the plan, the billing period or the licences from the next renewal on.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  body: planSelection,
  responses: { 200: { description: 'What is in force, and what is pending.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', ledger: 'append', paymentProvider: true },
});
