import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { webhook } from '#contract/schemas/events/webhook.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-webhooks',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List the webhooks.',
  description: 'Also on a plan that does not include them: they are paused then, and can be removed.',
  roles: managers,
  scopes: ['organization:read'],
  wholeOrganization: true,
  responses: {
    200: { description: 'All webhooks, the oldest first.', schema: z.object({ items: z.array(webhook) }) },
  },
  problems: [],
  needs: { core: 'read' },
});
