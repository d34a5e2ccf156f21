import { planOrder, subscription } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { buyers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'change-plan',
  method: 'POST',
  path: '/billing/plan',
  summary: 'Choose the plan, the billing period or the licences from the next renewal on.',
  roles: buyers,
  scopes: ['billing:write'],
  managedByParent: true,
  body: planOrder,
  answers: { 200: { description: 'What is in force, and what is pending.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', ledger: 'append', till: true },
});
