import { Readable } from 'node:stream';
import { exportAuditEvents } from '#app/audit/export-audit-events.ts';
import { listAuditEvents } from '#app/audit/list-audit-events.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { negotiateMediaType } from '#runtime/content-negotiation.ts';
import { auditEventView } from '@scangate/domain/audit/audit-event';
import { dayOf, instantRange } from '@scangate/domain/instant';
import { asAttachment } from '#runtime/http/attachment.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

const mediaTypes = { json: 'application/json', csv: 'text/csv' } as const;

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { organizationId }, query, headers, now }, { store }) => {
    const { limit, cursor: given, format, from, to, ...filter } = query;
    const range = instantRange({ from, to });
    const request = { organizationId, filter, range };
    const type = format
      ? mediaTypes[format]
      : negotiateMediaType(headers['accept'], [mediaTypes.json, mediaTypes.csv]);
    const vary: Record<string, string> = { Vary: 'Accept' };
    if (type === mediaTypes.csv) {
      const csv = await exportAuditEvents(request, store);
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          ...asAttachment(`audit-${dayOf(now.toISOString())}.csv`),
          ...vary,
        },
        stream: Readable.from(csv, { objectMode: false }),
      };
    }
    // A cursor continues the list with the same filters.
    const scope = { list: endpoint.name, owner: JSON.stringify([organizationId, filter, range]) };
    const page = await listAuditEvents({ ...request, limit, cursor: decodeCursor(given, scope) }, store);
    const body = pageResponse(page.items.map(auditEventView), page.cursor, scope);
    return { status: 200, headers: vary, body };
  },
);
