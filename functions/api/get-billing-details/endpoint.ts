import { billingManagers } from '@scangate/domain/identity/roles';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingDetails } from '#contract/schemas/billing-details.ts';

export const endpoint = defineEndpoint({
  name: 'get-billing-details',
  method: 'GET',
  path: '/billing/details',
  summary: 'Get the billing contact, address, tax id and PO number of invoices.',
  roles: billingManagers,
  scopes: ['billing:read'],
  managedByParent: true,
  responses: {
    200: { description: 'The billing details.', headers: ['ETag'], schema: billingDetails },
    204: { description: 'No billing details are set.' },
  },
  problems: [],
  needs: { core: 'read' },
});
