import { defineEndpoint } from '#contract/endpoint.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'remove-sso',
  method: 'DELETE',
  path: '/v1/organization/sso',
  summary: 'Remove the single sign-on, with its enforcement and the rules for sessions.',
  roles: owners,
  scopes: ['organization:write'],
  session: true,
  recent: true,
  headers: ['If-Match'],
  responses: { 204: { description: 'Removed.' } },
  problems: ['precondition_required', 'etag_mismatch'],
  needs: { core: 'write' },
});
