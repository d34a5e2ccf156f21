import { defineEndpoint } from '#contract/endpoint.ts';
import { domain, domainParams } from '#contract/schemas/identity/sso.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'verify-domain',
  method: 'POST',
  path: '/v1/organization/domains/{domain}/verify',
  summary: 'Look up the DNS record of a domain and verify the domain.',
  roles: owners,
  scopes: ['organization:write'],
  capability: 'sso_basic',
  session: true,
  recent: true,
  params: domainParams,
  responses: { 200: { description: 'The verified domain.', schema: domain } },
  problems: ['domain_not_found', 'domain_not_verified', 'domain_taken', 'conflict'],
  needs: { core: 'write', dns: true },
});
