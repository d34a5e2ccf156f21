import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { ticket } from '#contract/schemas/events/integration.ts';
import { id, pageOf, paging } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-integration-tickets',
  method: 'GET',
  path: '/v1/integrations/{integrationId}/tickets',
  summary: 'List the issues that a tracker has for findings.',
  roles: managers,
  scopes: ['organization:read'],
  wholeOrganization: true,
  params: z.object({ integrationId: id }),
  query: z.strictObject(paging),
  responses: { 200: { description: 'A page of issues, by group.', schema: pageOf(ticket) } },
  problems: ['integration_not_found', 'invalid_cursor'],
  needs: { core: 'read' },
});
