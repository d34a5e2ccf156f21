import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { bundle, bundleChange } from '#contract/schemas/evidence/bundle.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-bundle',
  method: 'PATCH',
  path: '/v1/bundles/{bundleId}',
  summary: 'Change the name or the members of a bundle. Its releases stay as they are.',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'bundles',
  headers: ['If-Match'],
  params: z.object({ bundleId: id }),
  body: bundleChange.meta({ examples: [{ name: 'Shop and payment' }] }),
  responses: { 200: { description: 'The changed bundle.', headers: ['ETag'], schema: bundle } },
  problems: [
    'bundle_not_found',
    'precondition_required',
    'etag_mismatch',
    'repository_not_found',
    'project_unit_not_found',
  ],
  needs: { core: 'write' },
});
