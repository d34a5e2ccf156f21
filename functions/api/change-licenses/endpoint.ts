import * as z from 'zod';
import { licenses, subscription } from '#contract/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-licenses',
  method: 'POST',
  path: '/billing/licenses',
  summary: 'Set the number of licences of Team.',
  description:
    'More are charged at once, for the rest of the period, and in force once paid. Fewer are in force from the next ' +
    'renewal on. As many as there are undoes fewer of them.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  body: z.strictObject({ licenses }),
  responses: { 200: { description: 'What is in force, and what is pending.', schema: subscription } },
  problems: ['conflict', 'card_declined', 'idempotency_in_progress'],
  needs: { core: 'write', ledger: 'append', paymentProvider: true },
});
