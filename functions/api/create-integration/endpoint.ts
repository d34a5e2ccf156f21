import { defineEndpoint } from '#contract/endpoint.ts';
import { integration, integrationRequest } from '#contract/schemas/events/integration.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'create-integration',
  method: 'POST',
  path: '/v1/integrations',
  summary: 'Connect a chat or an issue tracker.',
  description:
    'Settings and credential are tested with the provider before they are stored; a chat then shows a line. Without `types` ' +
    'the kind decides which events are sent. At most 20.',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'issue_trackers',
  wholeOrganization: true,
  idempotent: true,
  body: integrationRequest,
  bodyLimitBytes: 65_536,
  responses: {
    201: {
      description: 'The integration, without its credential.',
      headers: ['ETag', 'Location'],
      schema: integration,
    },
  },
  problems: ['integration_refused', 'limit_reached', 'repository_not_found'],
  needs: { core: 'write', providers: true, subscriberSecrets: 'encrypt' },
});
