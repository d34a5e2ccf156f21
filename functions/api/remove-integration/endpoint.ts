import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'remove-integration',
  method: 'DELETE',
  path: '/v1/integrations/{integrationId}',
  summary: 'Remove an integration and its credential.',
  description: 'Messages and issues stay at the provider. Pending deliveries are not sent.',
  roles: managers,
  scopes: ['organization:write'],
  wholeOrganization: true,
  params: z.object({ integrationId: id }),
  responses: { 204: { description: 'Removed.' } },
  problems: ['integration_not_found'],
  needs: { core: 'write' },
});
