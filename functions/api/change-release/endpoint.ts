import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { release, releaseChange, releaseVersion } from '#contract/schemas/evidence/bundle.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-release',
  method: 'PATCH',
  path: '/v1/bundles/{bundleId}/releases/{version}',
  summary: 'Extend the support of a release, which only moves later.',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'bundles',
  headers: ['If-Match'],
  params: z.object({ bundleId: id, version: releaseVersion }),
  body: releaseChange,
  responses: { 200: { description: 'The changed release.', headers: ['ETag'], schema: release } },
  problems: ['release_not_found', 'precondition_required', 'etag_mismatch'],
  needs: { core: 'write' },
});
