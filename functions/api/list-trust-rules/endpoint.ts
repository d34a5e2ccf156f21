import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { trustRule } from '#contract/schemas/identity/trust-rule.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-trust-rules',
  method: 'GET',
  path: '/v1/oidc/trust',
  summary: 'List the trust rules: whose JWTs are exchanged for tokens.',
  roles: managers,
  scopes: ['organization:read'],
  responses: {
    200: { description: 'All rules, the oldest first.', schema: z.object({ items: z.array(trustRule) }) },
  },
  problems: [],
  needs: { core: 'read' },
});
