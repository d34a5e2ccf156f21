import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { historyScan } from '#contract/schemas/scans/history-scan.ts';
import { id, pageOf, paging } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-history-scans',
  method: 'GET',
  path: '/v1/repositories/{repositoryId}/history-scans',
  summary: 'List the history scans of a repository, newest first.',
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ repositoryId: id }),
  query: z.strictObject(paging),
  responses: { 200: { description: 'A page of history scans.', schema: pageOf(historyScan) } },
  problems: ['repository_not_found', 'invalid_cursor'],
  needs: { core: 'read' },
});
