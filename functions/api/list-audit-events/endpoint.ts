import * as z from 'zod';
import { auditEvent } from '#contract/schemas/audit-event.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, instantOrDate, pageOf, paging } from '#contract/schemas/resources.ts';
import { auditColumns } from '@scangate/domain/audit/audit-csv';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-audit-events',
  method: 'GET',
  path: '/v1/audit-events',
  summary: 'List who changed what and when, newest first.',
  description: [
    'Events about the billing of a client organization are in the log of its parent. `from` and `to` are included; a',
    'date is that whole day (UTC). A page may be shorter than its limit and still have a `nextCursor`: one answer',
    'examines at most 5,000 events. CSV, by `Accept` or `format`, has all events that match, without pages. Its columns:',
    `${auditColumns.join(', ')}; the changed fields are JSON. An apostrophe precedes text that a spreadsheet would compute.`,
  ].join(' '),
  roles: managers,
  scopes: ['organization:read'],
  capability: 'audit_log',
  query: z.strictObject({
    ...paging,
    action: auditEvent.shape.action.optional(),
    personId: id.optional().meta({ description: 'The person who acted.' }),
    target: z.string().min(1).max(300).optional().meta({ description: 'The id of the changed object.' }),
    from: instantOrDate.optional(),
    to: instantOrDate.optional(),
    format: z.enum(['json', 'csv']).optional().meta({
      description: 'For links, which cannot set `Accept`; `csv` is a file to save.',
    }),
  }),
  responses: {
    200: {
      description: 'A page of events, or all events as CSV.',
      optionalHeaders: ['Content-Disposition'],
      schema: pageOf(auditEvent),
      alternatives: {
        'text/csv': z.string().meta({ examples: [`${auditColumns.join(',')}\r\n`] }),
      },
    },
  },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
  stream: true,
});
