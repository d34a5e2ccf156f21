import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'restore-organization',
  method: 'POST',
  path: '/v1/organization/restore',
  summary: 'Restore a closing organization, and its renewals.',
  roles: ['owner'],
  scopes: ['organization:write'],
  recent: true,
  whileClosing: true,
  responses: { 204: { description: 'The organization is as it was.' } },
  problems: ['conflict', 'organization_not_found'],
  needs: { core: 'write', eventDispatch: 'invoke', ledger: 'append', paymentProvider: true },
});
