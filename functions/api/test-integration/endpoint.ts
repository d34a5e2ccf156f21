import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'test-integration',
  method: 'POST',
  path: '/v1/integrations/{integrationId}/test',
  summary: 'Test an integration with its provider.',
  description: 'A chat shows a line; a tracker is only queried, and nothing is written there.',
  roles: managers,
  scopes: ['organization:write'],
  capability: 'issue_trackers',
  wholeOrganization: true,
  params: z.object({ integrationId: id }),
  responses: {
    200: {
      description: 'The provider accepted it.',
      schema: z.object({ target: z.string().meta({ description: 'The destination.' }) }),
    },
  },
  problems: ['integration_not_found', 'integration_refused'],
  needs: { core: 'write', providers: true, subscriberSecrets: 'decrypt' },
});
