import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, scanState } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-scan',
  method: 'GET',
  path: '/v1/scans/{scanId}',
  summary: 'Get the status of a scan and its project units, without the verdict.',
  roles: everyRole,
  scopes: ['scans:read'],
  headers: ['If-None-Match'],
  params: z.object({ scanId: id }),
  responses: {
    200: { description: 'The scan.', headers: ['ETag'], schema: scanState },
    304: { description: 'The scan has not changed since the ETag in If-None-Match.', headers: ['ETag'] },
  },
  problems: ['scan_not_found'],
  needs: { core: 'read', blobs: { read: ['pipelines'] } },
  loadsOnDemand: true,
});
