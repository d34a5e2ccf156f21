import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, scanState } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'cancel-scan',
  method: 'POST',
  path: '/v1/scans/{scanId}/cancel',
  summary: 'Cancel an active scan and refund its credits.',
  roles: everyRole,
  scopes: ['scans:write'],
  params: z.object({ scanId: id }),
  responses: { 200: { description: 'The cancelled scan.', schema: scanState } },
  problems: ['scan_not_found', 'conflict'],
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { remove: ['incoming', 'work'] },
    workflow: 'stop',
  },
});
