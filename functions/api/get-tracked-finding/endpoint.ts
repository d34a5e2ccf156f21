import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { fingerprint, trackedFindingDetail } from '#contract/schemas/tracked-finding.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-tracked-finding',
  method: 'GET',
  path: '/v1/findings/{fingerprint}',
  summary: 'Get a finding on a default branch by the fingerprint that scans give it.',
  description:
    'Equal findings of several project units share a fingerprint; `projectUnitId` then says which one is meant. The ETag ' +
    'covers assignee, notes and ticket.',
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ fingerprint }),
  query: z.strictObject({ projectUnitId: id.optional() }),
  responses: { 200: { description: 'The finding.', headers: ['ETag'], schema: trackedFindingDetail } },
  problems: ['finding_not_found', 'finding_ambiguous'],
  needs: { core: 'read' },
});
