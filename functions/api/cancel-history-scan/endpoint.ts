import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { historyScan } from '#contract/schemas/scans/history-scan.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'cancel-history-scan',
  method: 'POST',
  path: '/v1/repositories/{repositoryId}/history-scans/{historyScanId}/cancel',
  summary: 'Cancel a history scan, and refund the unscanned parts.',
  description:
    'A quote ends at once. A running scan ends soon after, with the status cancelled: its findings so far are tracked, and unscanned parts are refunded. If all parts are already scanned, it completes.',
  roles: everyRole,
  scopes: ['scans:write'],
  params: z.object({ repositoryId: id, historyScanId: id }),
  responses: { 200: { description: 'The history scan, canceled or about to end.', schema: historyScan } },
  problems: ['history_scan_not_found', 'conflict'],
  needs: { core: 'write', historyWorkflow: 'start' },
});
