import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { pageOf, paging } from '#contract/schemas/resources.ts';
import { waiver } from '#contract/schemas/waiver.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { waiverFilters } from '@scangate/domain/waivers/waiver-view';

export const endpoint = defineEndpoint({
  name: 'list-waivers',
  method: 'GET',
  path: '/v1/waivers',
  summary: 'List waivers: all with their history, newest first, or one group of them.',
  description: 'A page may have fewer items than its limit; the list ends where `nextCursor` is absent.',
  roles: everyRole,
  scopes: ['organization:read'],
  query: z.strictObject({
    ...paging,
    filter: z.enum(waiverFilters).optional().meta({
      description: 'expiring: within a week. unused: active, and no scan has used it yet.',
    }),
    view: z
      .enum(['gate'])
      .optional()
      .meta({ description: '`gate` adds the `fullName` and the `unitPath` of a limited waiver.' }),
  }),
  responses: { 200: { description: 'A page of waivers.', schema: pageOf(waiver) } },
  problems: ['invalid_cursor'],
  needs: { core: 'read' },
});
