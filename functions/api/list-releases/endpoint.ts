import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { release } from '#contract/schemas/evidence/bundle.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-releases',
  method: 'GET',
  path: '/v1/bundles/{bundleId}/releases',
  summary: 'List the releases of a bundle; they stay after the bundle was removed.',
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ bundleId: id }),
  responses: {
    200: { description: 'All releases, the newest first.', schema: z.object({ items: z.array(release) }) },
  },
  problems: ['bundle_not_found'],
  needs: { core: 'read' },
});
