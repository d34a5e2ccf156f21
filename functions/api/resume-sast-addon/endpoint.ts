import { subscription } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'resume-sast-addon',
  method: 'POST',
  path: '/billing/sast-addon/resume',
  summary: 'Resume a canceled SAST add-on.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  responses: { 200: { description: 'The subscription with its pending changes.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
