import * as z from 'zod';
import { managers } from '@scangate/domain/identity/roles';
import { usageColumns, usageGroupings } from '@scangate/domain/ledger/usage';
import { defineEndpoint } from '#contract/endpoint.ts';
import { usageQuery, usageRangeNote } from '#contract/schemas/usage.ts';

const columns = (['day', ...usageGroupings] as const).map(
  (grouping) => `by ${grouping}: ${usageColumns(grouping).join(', ')}`,
);

export const endpoint = defineEndpoint({
  name: 'export-usage',
  method: 'GET',
  path: '/billing/usage.csv',
  summary: 'Export the usage of a pool as CSV.',
  description: `${usageRangeNote} Columns: ${columns.join('; ')}. An apostrophe precedes text that a spreadsheet would evaluate.`,
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  query: usageQuery,
  responses: {
    200: {
      description: 'RFC 4180, UTF-8.',
      headers: ['Content-Disposition'],
      schema: z.string().meta({ examples: [`${usageColumns('day').join(',')}\r\n`] }),
      mediaTypes: ['text/csv'],
    },
  },
  problems: [],
  needs: { core: 'read', ledger: 'read' },
});
