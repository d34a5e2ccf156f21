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
  responses: {
    200: {
      description: 'The canceled scan.',
      schema: scanState.meta({
        examples: [
          {
            scanId: '0197c0de-0000-7000-8000-000000000001',
            status: 'cancelled',
            repositoryId: '0192c9a0-6c00-7000-8000-000000000002',
            commitHash: '07f983dc5443e30e4745f718715c62279ebb491d',
            sourceTrigger: 'api',
            checksBy: 'client',
            scanTypes: ['sca'],
            createdAt: '2026-03-01T12:00:00.000Z',
            finishedAt: '2026-03-01T12:00:04.000Z',
            projectUnits: [
              {
                projectUnitId: '0192c9a0-6c00-8000-8000-000000000003',
                path: '',
                type: 'npm',
                status: 'cancelled',
              },
            ],
          },
        ],
      }),
    },
  },
  problems: ['scan_not_found', 'conflict'],
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    ledger: 'append',
    blobs: { read: ['pipelines'], write: ['stopped'], remove: ['incoming', 'work'] },
    workflow: 'stop',
  },
});
