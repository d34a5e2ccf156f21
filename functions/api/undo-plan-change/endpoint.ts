import { subscription } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { buyers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'undo-plan-change',
  method: 'DELETE',
  path: '/billing/plan/pending',
  summary: 'Undo the change that is pending.',
  roles: buyers,
  scopes: ['billing:write'],
  managedByParent: true,
  answers: { 200: { description: 'What is in force, and what is pending.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', ledger: 'append', till: true },
});
