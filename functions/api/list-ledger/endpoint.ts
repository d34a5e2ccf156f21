import * as z from 'zod';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { ledgerEntry, ledgerFilter } from '../../../lib/contract/ledger.ts';
import { pageOf, paging } from '../../../lib/contract/schemas.ts';
import { managers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'list-ledger',
  method: 'GET',
  path: '/billing/ledger',
  summary: 'Every credit that came and went, newest first; of a client organization its parent’s.',
  description:
    'Without `pool` both pools, merged by time. `from` and `to` are included; a date is that whole day (UTC).',
  roles: managers,
  scopes: ['billing:read'],
  query: z.strictObject({ ...ledgerFilter, ...paging }),
  answers: { 200: { description: 'A page of entries.', schema: pageOf(ledgerEntry) } },
  problems: ['invalid_cursor'],
  needs: { ledger: 'read' },
});
