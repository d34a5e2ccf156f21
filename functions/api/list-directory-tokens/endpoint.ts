import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { token } from '#contract/schemas/resources.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-directory-tokens',
  method: 'GET',
  path: '/v1/organization/directory-tokens',
  summary: 'List the tokens of the directory, without secrets.',
  roles: owners,
  scopes: ['organization:read'],
  capability: 'sso_full',
  session: true,
  recent: true,
  responses: {
    200: { description: 'The tokens, with those that ended.', schema: z.object({ items: z.array(token) }) },
  },
  problems: [],
  needs: { core: 'read', tokens: 'read' },
});
