import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { explanation } from '#contract/schemas/judgment.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'explain-scan',
  method: 'GET',
  path: '/v1/scans/{scanId}/explanation',
  summary: 'Explain the verdict of a scan, and how it would pass.',
  description: [
    'Each reason has the findings that caused it, most severe first and at most 100, with the source of their severity',
    'and what could have suppressed them. `smallestChange` is the least set of upgrades and removals after which the',
    'scan passes by the current advisories; it was judged like a scan. What an upgraded package itself needs is not known.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ scanId: id }),
  responses: { 200: { description: 'The explanation.', schema: explanation } },
  problems: ['scan_not_found', 'scan_not_ended', 'payload_expired'],
  needs: { core: 'read', blobs: { read: ['results'] }, advisories: 'read' },
  memoryMb: 2048,
});
