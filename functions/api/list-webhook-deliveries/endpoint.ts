import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, pageOf, paging } from '#contract/schemas/resources.ts';
import { webhookDelivery } from '#contract/schemas/events/webhook.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-webhook-deliveries',
  method: 'GET',
  path: '/v1/webhooks/{webhookId}/deliveries',
  summary: 'List the deliveries of a webhook with every attempt, newest first.',
  description: 'Kept for 30 days.',
  roles: managers,
  scopes: ['organization:read'],
  wholeOrganization: true,
  params: z.object({ webhookId: id }),
  query: z.strictObject(paging),
  responses: { 200: { description: 'A page of deliveries.', schema: pageOf(webhookDelivery) } },
  problems: ['webhook_not_found', 'invalid_cursor'],
  needs: { core: 'read' },
});
