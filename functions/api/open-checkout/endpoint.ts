import { checkout, planOrder } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { buyers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'open-checkout',
  method: 'POST',
  path: '/billing/checkout',
  summary: 'Buy a first paid plan: opens the page where it is paid.',
  description: 'An organization has one such page at a time; the one before is closed.',
  roles: buyers,
  scopes: ['billing:write'],
  managedByParent: true,
  idempotent: true,
  body: planOrder,
  answers: {
    201: { description: 'The page is open for a day; the plan begins once it is paid.', schema: checkout },
  },
  problems: ['conflict', 'idempotency_in_progress'],
  needs: { core: 'write', ledger: 'append', till: true },
});
