import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { integration, integrationChange } from '#contract/schemas/events/integration.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'change-integration',
  method: 'PATCH',
  path: '/v1/integrations/{integrationId}',
  summary: 'Change, disable or enable an integration.',
  description:
    'Changes to the connection are tested with the provider first, and need the credential in the request. A tracker that is moved to ' +
    'another repository, project or team makes new issues there; open ones stay at the old place as they are (`atFormerPlace`).',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'issue_trackers',
  wholeOrganization: true,
  headers: ['If-Match'],
  params: z.object({ integrationId: id }),
  body: integrationChange.meta({ examples: [{ enabled: true }] }),
  bodyLimitBytes: 65_536,
  responses: {
    200: { description: 'The changed integration.', headers: ['ETag'], schema: integration },
  },
  problems: [
    'integration_not_found',
    'integration_refused',
    'repository_not_found',
    'precondition_required',
    'etag_mismatch',
  ],
  needs: { core: 'write', providers: true, subscriberSecrets: 'encrypt' },
});
