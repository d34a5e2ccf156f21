import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, pageOf, paging, scanState, scanStatus } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-scans',
  method: 'GET',
  path: '/v1/scans',
  summary: 'List scans, newest first.',
  roles: everyRole,
  scopes: ['scans:read'],
  capability: 'api',
  query: z.strictObject({
    ...paging,
    repositoryId: id.optional(),
    branch: z.string().max(255).optional(),
    status: scanStatus.optional(),
  }),
  responses: { 200: { description: 'A page of scans.', schema: pageOf(scanState) } },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
