import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { release, releaseVersion } from '#contract/schemas/evidence/bundle.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-release',
  method: 'GET',
  path: '/v1/bundles/{bundleId}/releases/{version}',
  summary: 'Get a release.',
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ bundleId: id, version: releaseVersion }),
  responses: {
    200: { description: 'The release. Its ETag is for changes.', headers: ['ETag'], schema: release },
  },
  problems: ['release_not_found'],
  needs: { core: 'read' },
});
