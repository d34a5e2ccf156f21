import { billingManagers } from '@scangate/domain/identity/roles';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingDetails } from '#contract/schemas/billing-details.ts';

export const endpoint = defineEndpoint({
  name: 'set-billing-details',
  method: 'PUT',
  path: '/billing/details',
  summary: 'Set the billing contact, address, tax id and PO number of invoices.',
  description:
    'Replaces all details, for future invoices. Omitted fields are removed. With If-Match they are only replaced if they have not changed since they were read.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  headers: ['If-Match'],
  body: billingDetails,
  responses: { 200: { description: 'The billing details.', headers: ['ETag'], schema: billingDetails } },
  problems: ['conflict', 'etag_mismatch'],
  needs: { core: 'write', ledger: 'append', paymentProvider: true },
});
