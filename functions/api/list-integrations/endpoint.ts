import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { integration } from '#contract/schemas/events/integration.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-integrations',
  method: 'GET',
  path: '/v1/integrations',
  summary: 'List the chats and issue trackers that are connected.',
  description: 'After a change to a plan without them they are listed as paused.',
  roles: managers,
  scopes: ['organization:read'],
  wholeOrganization: true,
  responses: {
    200: {
      description: 'All integrations, the oldest first, without credentials.',
      schema: z.object({ items: z.array(integration) }),
    },
  },
  problems: [],
  needs: { core: 'read' },
});
