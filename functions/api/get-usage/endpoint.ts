import { managers } from '@scangate/domain/identity/roles';
import { defineEndpoint } from '#contract/endpoint.ts';
import { usage, usageQuery, usageRangeNote } from '#contract/schemas/usage.ts';

export const endpoint = defineEndpoint({
  name: 'get-usage',
  method: 'GET',
  path: '/billing/usage',
  summary: 'Get the usage of a pool by day, repository, person or trigger.',
  description: `${usageRangeNote} A day has the balance before and after it. The other groupings count debits of scans and their refunds, the largest first.`,
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  query: usageQuery,
  responses: { 200: { description: 'The usage.', schema: usage } },
  problems: [],
  needs: { core: 'read', ledger: 'read' },
});
