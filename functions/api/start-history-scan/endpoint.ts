import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { historyScan, startHistoryRequest } from '#contract/schemas/scans/history-scan.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'start-history-scan',
  method: 'POST',
  path: '/v1/repositories/{repositoryId}/history-scans',
  summary: 'Scan the whole history of a repository for secrets once, at the quoted price.',
  description:
    'Accepts a quote: its price is debited at once, and parts that cannot be read are refunded. There is no verdict and nothing to wait for: secrets become tracked findings of the repository, each with the commit that added it. Accepting a quote again returns the same and costs nothing.',
  roles: everyRole,
  scopes: ['scans:write'],
  idempotent: true,
  params: z.object({ repositoryId: id }),
  body: startHistoryRequest,
  responses: { 202: { description: 'The history is being scanned.', schema: historyScan } },
  problems: [
    'insufficient_credits',
    'seat_license_required',
    'payment_failed',
    'repository_not_found',
    'history_scan_not_found',
    'conflict',
  ],
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    recharge: 'start',
    historyWorkflow: 'start',
  },
});
