import { defineEndpoint } from '#contract/endpoint.ts';
import { domain, newDomain } from '#contract/schemas/identity/sso.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'add-domain',
  method: 'POST',
  path: '/v1/organization/domains',
  summary: 'Add a domain; the answer has the DNS record that proves control.',
  roles: owners,
  scopes: ['organization:write'],
  capability: 'sso_basic',
  session: true,
  recent: true,
  body: newDomain.meta({ examples: [{ domain: 'example.com' }] }),
  responses: {
    200: { description: 'The organization already has the domain.', schema: domain },
    201: { description: 'The domain, to be verified.', schema: domain },
  },
  problems: ['conflict'],
  needs: { core: 'write' },
});
