import * as z from 'zod';
import { packNames } from '../../../lib/domain/billing/packs.ts';
import { checkout } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { buyers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'buy-pack',
  method: 'POST',
  path: '/billing/packs',
  summary: 'Buy credits beside the plan: opens the page where they are paid.',
  description:
    'Starter and Team. SAST credits can be bought without the add-on, and unlock nothing by themselves.',
  roles: buyers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  body: z.strictObject({ pack: z.enum(packNames) }),
  answers: {
    201: {
      description: 'The page is open for a day; the credits are there once it is paid.',
      schema: checkout,
    },
  },
  problems: ['conflict', 'entitlement_denied', 'idempotency_in_progress'],
  needs: { core: 'write', ledger: 'append', till: true },
});
