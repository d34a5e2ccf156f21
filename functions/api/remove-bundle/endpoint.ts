import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'remove-bundle',
  method: 'DELETE',
  path: '/v1/bundles/{bundleId}',
  summary: 'Remove a bundle. Its releases stay readable, and are no longer watched.',
  roles: managers,
  scopes: ['organization:write'],
  params: z.object({ bundleId: id }),
  responses: { 204: { description: 'Removed.' } },
  problems: ['bundle_not_found', 'etag_mismatch'],
  needs: { core: 'write' },
});
