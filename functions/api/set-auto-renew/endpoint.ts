import * as z from 'zod';
import { subscription } from '#contract/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { billingManagers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'set-auto-renew',
  method: 'PATCH',
  path: '/billing/auto-renew',
  summary: 'Let the subscription renew, or end with its period.',
  description: 'Off drops a change that is pending.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  body: z.strictObject({ enabled: z.boolean() }),
  responses: { 200: { description: 'What is in force, and what is pending.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', ledger: 'append', paymentProvider: true },
});
