import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { historyScan } from '#contract/schemas/scans/history-scan.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'quote-history-scan',
  method: 'POST',
  path: '/v1/repositories/{repositoryId}/history-scans/quote',
  summary: 'Count the history of a repository, and quote the price of scanning it for secrets.',
  description:
    'Costs nothing. The history is counted asynchronously: poll the history scan until its status is quoted. All branches and tags count. At most 5 quotes a day for a repository, and 50 for an organization.',
  roles: everyRole,
  // A quote makes the service work like a scan does.
  scopes: ['scans:write'],
  idempotent: true,
  params: z.object({ repositoryId: id }),
  responses: { 202: { description: 'The history is being counted.', schema: historyScan } },
  problems: ['repository_not_found', 'conflict', 'limit_reached'],
  needs: { core: 'write', historyWorkflow: 'start' },
});
