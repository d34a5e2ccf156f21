import { defineEndpoint } from '#contract/endpoint.ts';
import { gate } from '#contract/gate-policy.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-gate',
  method: 'GET',
  path: '/v1/organization/gate',
  summary: 'What scans are judged by; the ETag is needed to change it.',
  roles: managers,
  scopes: ['organization:read'],
  responses: { 200: { description: 'The gate.', schema: gate } },
  problems: [],
  needs: { core: 'read' },
});
