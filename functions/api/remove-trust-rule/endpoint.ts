import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'remove-trust-rule',
  method: 'DELETE',
  path: '/v1/oidc/trust/{trustId}',
  summary: 'Remove a trust rule, and with it every token that it issued.',
  roles: managers,
  scopes: ['organization:write'],
  person: true,
  params: z.object({ trustId: id }),
  responses: { 204: { description: 'Removed. Its tokens are refused from the next request on.' } },
  problems: ['trust_rule_not_found', 'conflict'],
  needs: { core: 'write' },
});
