import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { trustRule } from '#contract/schemas/identity/trust-rule.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-trust-rule',
  method: 'GET',
  path: '/v1/oidc/trust/{trustId}',
  summary: 'Get a trust rule.',
  roles: managers,
  scopes: ['organization:read'],
  params: z.object({ trustId: id }),
  responses: { 200: { description: 'The rule.', schema: trustRule } },
  problems: ['trust_rule_not_found'],
  needs: { core: 'read' },
});
