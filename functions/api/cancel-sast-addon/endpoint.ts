import { subscription } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { buyers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'cancel-sast-addon',
  method: 'DELETE',
  path: '/billing/sast-addon',
  summary: 'End the SAST add-on with its period.',
  roles: buyers,
  scopes: ['billing:write'],
  managedByParent: true,
  answers: { 200: { description: 'What is in force, and what is pending.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', ledger: 'append', till: true },
});
