import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { webhook } from '#contract/schemas/events/webhook.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-webhook',
  method: 'GET',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Get a webhook.',
  roles: managers,
  scopes: ['organization:read'],
  wholeOrganization: true,
  params: z.object({ webhookId: id }),
  responses: { 200: { description: 'The webhook.', headers: ['ETag'], schema: webhook } },
  problems: ['webhook_not_found'],
  needs: { core: 'read' },
});
