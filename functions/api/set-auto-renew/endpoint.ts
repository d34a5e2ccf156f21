import * as z from 'zod';
import { subscription } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'set-auto-renew',
  method: 'PATCH',
  path: '/billing/auto-renew',
  summary: 'Set whether the subscription renews or ends with its period.',
  description: 'Turning it off cancels a pending change.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  body: z.strictObject({ enabled: z.boolean() }),
  responses: { 200: { description: 'The subscription with its pending changes.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
