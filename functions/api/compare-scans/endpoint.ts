import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { comparison } from '#contract/schemas/judgment.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'compare-scans',
  method: 'GET',
  path: '/v1/scans/{scanId}/comparison',
  summary: 'Compare a scan with another one of its repository.',
  description: [
    'Both scans stand as they were judged. `introduced` counts in this scan and not in the other one, `fixed` the other',
    'way round; each lists at most 100 findings, those that fail the gate first. `why` names, for each reason that only',
    'one of the verdicts has, the inputs that cause it; an input that is equal is never a cause.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ scanId: id }),
  query: z.strictObject({ with: id.meta({ description: 'The other scan.' }) }),
  responses: { 200: { description: 'The differences.', schema: comparison } },
  problems: [
    'scan_not_found',
    'scan_not_ended',
    'scan_not_judged',
    'scans_not_comparable',
    'payload_expired',
  ],
  needs: { core: 'read', blobs: { read: ['results'] } },
  memoryMb: 2048,
});
