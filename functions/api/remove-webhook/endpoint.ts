import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'remove-webhook',
  method: 'DELETE',
  path: '/v1/webhooks/{webhookId}',
  summary: 'Remove a webhook. Pending deliveries are not sent.',
  roles: managers,
  scopes: ['organization:write'],
  wholeOrganization: true,
  params: z.object({ webhookId: id }),
  responses: { 204: { description: 'Removed, and its secret with it.' } },
  problems: ['webhook_not_found'],
  needs: { core: 'write' },
});
