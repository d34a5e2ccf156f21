import * as z from 'zod';
import { subscription } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { buyers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'set-auto-renew',
  method: 'PATCH',
  path: '/billing/auto-renew',
  summary: 'Let the subscription renew, or end with its period.',
  description: 'Off drops a change that is pending.',
  roles: buyers,
  scopes: ['billing:write'],
  managedByParent: true,
  body: z.strictObject({ enabled: z.boolean() }),
  answers: { 200: { description: 'What is in force, and what is pending.', schema: subscription } },
  problems: ['conflict'],
  needs: { core: 'write', ledger: 'append', till: true },
});
