import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { bundle } from '#contract/schemas/evidence/bundle.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-bundle',
  method: 'GET',
  path: '/v1/bundles/{bundleId}',
  summary: 'Get a bundle.',
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ bundleId: id }),
  responses: {
    200: { description: 'The bundle. Its ETag is for changes.', headers: ['ETag'], schema: bundle },
  },
  problems: ['bundle_not_found'],
  needs: { core: 'read' },
});
