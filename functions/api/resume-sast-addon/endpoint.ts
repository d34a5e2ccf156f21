import { subscription } from '#contract/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'resume-sast-addon',
  method: 'POST',
  path: '/billing/sast-addon/resume',
  summary: 'Take back the cancellation of the SAST add-on.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  responses: { 200: { description: 'What is in force, and what is pending.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', ledger: 'append', paymentProvider: true },
});
