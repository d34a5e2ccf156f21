import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { entryFilter, ledgerEntry, ledgerFilter } from '#contract/schemas/ledger.ts';
import { pageOf, paging } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-ledger',
  method: 'GET',
  path: '/billing/ledger',
  summary: 'List the ledger, newest entry first. A client organization gets that of its parent.',
  description:
    'A client organization sees scans, units and people of others as digests. ' +
    'Without `pool`, both pools are merged by time. `from` and `to` are included; a date is that whole day (UTC). ' +
    'A page may be shorter than its limit and still have a `nextCursor`: one answer examines at most 5,000 entries.',
  roles: managers,
  scopes: ['billing:read'],
  query: z.strictObject({ ...ledgerFilter, ...entryFilter, ...paging }),
  responses: { 200: { description: 'A page of entries.', schema: pageOf(ledgerEntry) } },
  problems: ['invalid_cursor'],
  needs: { ledger: 'read' },
});
