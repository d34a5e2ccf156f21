import { subscription } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'cancel-sast-addon',
  method: 'DELETE',
  path: '/billing/sast-addon',
  summary: 'Cancel the SAST add-on at the end of its period.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  responses: { 200: { description: 'The subscription with its pending changes.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
