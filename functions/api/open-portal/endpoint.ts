import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'open-portal',
  method: 'POST',
  path: '/billing/portal',
  summary: 'Open the page where the payment method is changed.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  responses: { 201: { description: 'The page.', schema: z.object({ url: z.string() }) } },
  problems: ['conflict', 'idempotency_in_progress'],
  needs: { core: 'write', ledger: 'append', paymentProvider: true },
});
