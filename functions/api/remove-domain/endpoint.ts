import { defineEndpoint } from '#contract/endpoint.ts';
import { domainParams } from '#contract/schemas/identity/sso.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'remove-domain',
  method: 'DELETE',
  path: '/v1/organization/domains/{domain}',
  summary: 'Remove a domain; another organization can then verify it.',
  roles: owners,
  scopes: ['organization:write'],
  session: true,
  recent: true,
  params: domainParams,
  responses: { 204: { description: 'Removed.' } },
  problems: ['domain_not_found', 'conflict'],
  needs: { core: 'write' },
});
