import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { integration } from '#contract/schemas/events/integration.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-integration',
  method: 'GET',
  path: '/v1/integrations/{integrationId}',
  summary: 'Get an integration, with its ETag.',
  roles: managers,
  scopes: ['organization:read'],
  wholeOrganization: true,
  params: z.object({ integrationId: id }),
  responses: {
    200: { description: 'The integration, without its credential.', headers: ['ETag'], schema: integration },
  },
  problems: ['integration_not_found'],
  needs: { core: 'read' },
});
