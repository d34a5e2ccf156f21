import { defineEndpoint } from '#contract/endpoint.ts';
import { bundle, bundleRequest } from '#contract/schemas/evidence/bundle.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'create-bundle',
  method: 'POST',
  path: '/v1/bundles',
  summary: 'Create a bundle: a product of repositories, or units of them, that ship together.',
  description: 'At most 100 members, and 50 bundles.',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'bundles',
  idempotent: true,
  body: bundleRequest,
  responses: { 201: { description: 'The bundle.', headers: ['Location', 'ETag'], schema: bundle } },
  problems: ['limit_reached', 'repository_not_found', 'project_unit_not_found'],
  needs: { core: 'write' },
});
