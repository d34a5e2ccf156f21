import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { historyScan } from '#contract/schemas/scans/history-scan.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-history-scan',
  method: 'GET',
  path: '/v1/repositories/{repositoryId}/history-scans/{historyScanId}',
  summary: 'Get a history scan: its quote, its progress and its result.',
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ repositoryId: id, historyScanId: id }),
  responses: { 200: { description: 'The history scan.', schema: historyScan } },
  problems: ['history_scan_not_found'],
  needs: { core: 'read' },
});
