import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, pageOf, paging } from '#contract/schemas/resources.ts';
import { delivery } from '#contract/schemas/events/subscriber.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-integration-deliveries',
  method: 'GET',
  path: '/v1/integrations/{integrationId}/deliveries',
  summary: 'List the deliveries of an integration, newest first.',
  description: 'Kept for 30 days.',
  roles: managers,
  scopes: ['organization:read'],
  wholeOrganization: true,
  params: z.object({ integrationId: id }),
  query: z.strictObject(paging),
  responses: { 200: { description: 'A page of deliveries.', schema: pageOf(delivery) } },
  problems: ['integration_not_found', 'invalid_cursor'],
  needs: { core: 'read' },
});
