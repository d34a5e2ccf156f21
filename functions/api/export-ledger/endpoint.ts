import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { ledgerFilter } from '#contract/schemas/ledger.ts';
import { ledgerColumns } from '@scangate/domain/ledger/ledger-csv';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'export-ledger',
  method: 'GET',
  path: '/billing/ledger.csv',
  summary: 'Export the ledger as CSV, pool after pool, oldest entry first, with the hashes that seal it.',
  description: [
    `Columns: ${ledgerColumns.join(', ')}.`,
    '`from` and `to` are included; a date is that whole day (UTC).',
    'A client organization sees scan, unit and person of others as digests, by which the chain is verified as well.',
    'An apostrophe precedes text that a spreadsheet would compute. Rows that are not sealed yet have no hashes.',
    '`npm run verify-ledger` recomputes the chain from the file alone.',
  ].join(' '),
  roles: managers,
  scopes: ['billing:read'],
  query: z.strictObject(ledgerFilter),
  responses: {
    200: {
      description: 'RFC 4180, UTF-8.',
      headers: ['Content-Disposition'],
      schema: z.string().meta({ examples: [`${ledgerColumns.join(',')}\r\n`] }),
      mediaTypes: ['text/csv'],
    },
  },
  problems: [],
  needs: { ledger: 'read' },
  stream: true,
});
