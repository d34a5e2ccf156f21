import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { gate } from '../../../lib/contract/gate.ts';
import { managers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'get-gate',
  method: 'GET',
  path: '/v1/organization/gate',
  summary: 'What scans are judged by; the ETag is needed to change it.',
  roles: managers,
  scopes: ['organization:read'],
  answers: { 200: { description: 'The gate.', schema: gate } },
  problems: [],
  needs: { core: 'read' },
});
