import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'test-webhook',
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/test',
  summary: 'Send a test event to a webhook, whatever it subscribes to.',
  description: 'The delivery log shows the result.',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'webhooks',
  wholeOrganization: true,
  idempotent: true,
  params: z.object({ webhookId: id }),
  responses: { 202: { description: 'It will be sent.', schema: z.object({ eventId: z.string() }) } },
  problems: ['webhook_not_found', 'conflict'],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
