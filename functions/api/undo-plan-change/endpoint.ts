import { subscription } from '#contract/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'undo-plan-change',
  method: 'DELETE',
  path: '/billing/plan/pending',
  summary: 'Undo the change that is pending.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  responses: { 200: { description: 'What is in force, and what is pending.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', ledger: 'append', paymentProvider: true },
});
