import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { gate, gateChange } from '../../../lib/contract/gate.ts';
import { managers } from '../../../lib/domain/roles.ts';

export const endpoint = defineEndpoint({
  name: 'change-gate',
  method: 'PATCH',
  path: '/v1/organization/gate',
  summary: 'Change what later scans are judged by. Verdicts that were given stay.',
  roles: managers,
  scopes: ['organization:write'],
  headers: ['If-Match'],
  body: gateChange,
  answers: { 200: { description: 'The gate as it is now.', schema: gate } },
  problems: ['precondition_required', 'etag_mismatch', 'entitlement_denied'],
  needs: { core: 'write' },
});
