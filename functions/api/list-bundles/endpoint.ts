import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { bundle } from '#contract/schemas/evidence/bundle.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-bundles',
  method: 'GET',
  path: '/v1/bundles',
  summary: 'List the bundles.',
  roles: everyRole,
  scopes: ['scans:read'],
  responses: {
    200: { description: 'All bundles, the oldest first.', schema: z.object({ items: z.array(bundle) }) },
  },
  problems: [],
  needs: { core: 'read' },
});
