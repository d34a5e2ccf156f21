import * as z from 'zod';
import { managers } from '@scangate/domain/identity/roles';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, instant, pageOf, paging } from '#contract/schemas/resources.ts';

const holder = z.object({
  personId: id,
  email: z.string().optional().meta({ description: 'Absent for a person who was never a member.' }),
  organizationId: id,
  claimedAt: instant,
  scanId: id
    .nullable()
    .meta({ description: 'The scan that claimed the license; null where it is not known.' }),
});

export const endpoint = defineEndpoint({
  name: 'list-licenses',
  method: 'GET',
  path: '/billing/licenses',
  summary: 'List who holds the licenses of this calendar month (UTC), and since which scan.',
  description: 'A person holds a license for the whole month, also after being removed.',
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  query: z.strictObject(paging),
  responses: {
    200: {
      description: 'A page of holders, with the count of all.',
      schema: pageOf(holder).extend({
        month: z.string().meta({ description: 'Calendar month in UTC, 2026-03.' }),
        used: z.int().min(0),
        limit: z.int().min(0).nullable().meta({ description: 'null when there is no limit.' }),
      }),
    },
  },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
