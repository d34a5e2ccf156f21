import * as z from 'zod';
import { licenses, subscription } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-licenses',
  method: 'POST',
  path: '/billing/licenses',
  summary: 'Set the number of licenses of Team.',
  description:
    'Additional licenses are charged at once for the rest of the period, and count once paid. A reduction counts from the next ' +
    'renewal on. The present number drops a pending reduction.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  body: z.strictObject({ licenses }),
  responses: { 200: { description: 'The subscription with its pending changes.', schema: subscription } },
  problems: ['conflict', 'card_declined', 'idempotency_in_progress'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
