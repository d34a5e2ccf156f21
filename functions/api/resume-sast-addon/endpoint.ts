import { subscription } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { buyers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'resume-sast-addon',
  method: 'POST',
  path: '/billing/sast-addon/resume',
  summary: 'Take back the cancellation of the SAST add-on.',
  roles: buyers,
  scopes: ['billing:write'],
  managedByParent: true,
  answers: { 200: { description: 'What is in force, and what is pending.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', ledger: 'append', till: true },
});
