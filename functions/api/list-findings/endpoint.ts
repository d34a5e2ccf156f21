import * as z from 'zod';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { finding, id, pageOf, paging } from '../../../lib/contract/schemas.ts';
import { everyRole } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'list-findings',
  method: 'GET',
  path: '/v1/scans/{scanId}/findings',
  summary: 'Findings of a scan, most severe first.',
  roles: everyRole,
  scopes: ['scans:read'],
  capability: 'api',
  params: z.object({ scanId: id }),
  query: z.strictObject(paging),
  answers: { 200: { description: 'A page of findings.', schema: pageOf(finding) } },
  problems: ['invalid_cursor', 'scan_not_found', 'conflict', 'payload_expired'],
  needs: { core: 'read', blobs: { read: ['results'] } },
});
