import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, instant } from '#contract/schemas/resources.ts';
import { redelivery } from '#contract/schemas/events/webhook.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'redeliver-webhook',
  method: 'POST',
  path: '/v1/webhooks/{webhookId}/redeliveries',
  summary: 'Redeliver one delivery, or everything since a point in time.',
  description:
    'Ids, sequence numbers and bodies stay the same, so that a receiver recognizes known events. Events are kept for 30 days.',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'webhooks',
  wholeOrganization: true,
  idempotent: true,
  params: z.object({ webhookId: id }),
  body: redelivery.meta({ examples: [{ since: '2026-03-01T00:00:00Z' }, { sequence: 17 }] }),
  responses: {
    202: {
      description: 'It will be sent.',
      schema: z.object({ sequence: z.int().optional(), since: instant.optional() }),
    },
  },
  problems: ['webhook_not_found', 'delivery_not_found', 'conflict'],
  needs: { core: 'write', deliveries: 'start' },
});
