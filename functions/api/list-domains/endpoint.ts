import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { domain } from '#contract/schemas/identity/sso.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'list-domains',
  method: 'GET',
  path: '/v1/organization/domains',
  summary: 'List the domains of the organization, with the DNS records that prove control.',
  roles: owners,
  scopes: ['organization:read'],
  capability: 'sso_basic',
  session: true,
  recent: true,
  responses: { 200: { description: 'At most 20 domains.', schema: z.object({ items: z.array(domain) }) } },
  problems: [],
  needs: { core: 'read' },
});
