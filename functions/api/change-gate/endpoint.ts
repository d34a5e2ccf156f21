import { defineEndpoint } from '#contract/endpoint.ts';
import { gate, gateChange } from '#contract/gate-policy.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-gate',
  method: 'PATCH',
  path: '/v1/organization/gate',
  summary: 'Change what later scans are judged by. Verdicts that were given stay.',
  roles: managers,
  scopes: ['organization:write'],
  headers: ['If-Match'],
  body: gateChange,
  responses: { 200: { description: 'The gate as it is now.', schema: gate } },
  problems: ['precondition_required', 'etag_mismatch', 'entitlement_denied'],
  needs: { core: 'write' },
});
