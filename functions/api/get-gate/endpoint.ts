import { defineEndpoint } from '#contract/endpoint.ts';
import { gate } from '#contract/schemas/gate-policy.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-gate',
  method: 'GET',
  path: '/v1/organization/gate',
  summary:
    'Get the gate settings that scans are judged by. Every role sees them; changing them needs the ETag.',
  roles: everyRole,
  scopes: ['organization:read'],
  responses: { 200: { description: 'The gate settings.', headers: ['ETag'], schema: gate } },
  problems: [],
  needs: { core: 'read' },
});
