import { defineEndpoint } from '#contract/endpoint.ts';
import { gate, gateChange } from '#contract/schemas/gate-policy.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-gate',
  method: 'PATCH',
  path: '/v1/organization/gate',
  summary: 'Change the gate settings for later scans. Stored verdicts stay as they are.',
  roles: managers,
  scopes: ['organization:write'],
  headers: ['If-Match'],
  body: gateChange.meta({
    examples: [{ apiGateSeverityThreshold: 'high', failOn: { knownExploited: true }, maxWaiverDays: 30 }],
  }),
  person: true,
  description:
    'A change that weakens four-eyes approval or the rules that are never waived takes effect when another owner or ' +
    'admin sends the same within 7 days.',
  responses: {
    200: { description: 'The gate settings as they are now.', headers: ['ETag'], schema: gate },
    202: {
      description: 'Nothing has changed yet: the proposal waits for another owner or admin.',
      headers: ['ETag'],
      schema: gate,
    },
  },
  problems: ['precondition_required', 'etag_mismatch', 'entitlement_denied', 'policy_too_large'],
  needs: { core: 'write', eventDispatch: 'invoke' },
});
