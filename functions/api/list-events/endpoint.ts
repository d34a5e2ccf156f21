import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { paging } from '#contract/schemas/resources.ts';
import { listedEvent } from '#contract/schemas/events/webhook.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-events',
  method: 'GET',
  path: '/v1/events',
  summary: 'Read the events that webhooks and integrations receive, oldest first.',
  description:
    'Kept for 30 days. Ask again with `after` of the answer. After the last page the newest 15 minutes come again, with the same ids: ' +
    'an event may be committed late. ' +
    'Only what somebody listens to is recorded.',
  roles: managers,
  scopes: ['organization:read'],
  capability: 'webhooks',
  wholeOrganization: true,
  query: z.strictObject({
    limit: paging.limit,
    after: z
      .string()
      .max(1024)
      .optional()
      .meta({ description: '`after` of the previous response, or a time in UTC.' }),
  }),
  responses: {
    200: {
      description: 'A page of events.',
      schema: z.object({
        items: z.array(listedEvent),
        after: z.string().meta({ description: 'Where the next request continues.' }),
        hasMore: z.boolean().meta({ description: 'Whether there are more events already.' }),
      }),
    },
  },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
