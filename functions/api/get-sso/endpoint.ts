import { defineEndpoint } from '#contract/endpoint.ts';
import { sso } from '#contract/schemas/identity/sso.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-sso',
  method: 'GET',
  path: '/v1/organization/sso',
  summary: 'Get the single sign-on of the organization. Changing it needs the ETag.',
  roles: owners,
  scopes: ['organization:read'],
  capability: 'sso_basic',
  session: true,
  recent: true,
  responses: {
    200: {
      description: 'The settings, without secrets.',
      headers: ['ETag'],
      schema: sso.meta({
        examples: [
          {
            configured: true,
            issuer: { kind: 'oidc', issuer: 'https://login.example.com', clientId: 'scangate' },
            changedAt: '2026-03-01T12:00:00.000Z',
          },
        ],
      }),
    },
  },
  problems: [],
  needs: { core: 'read' },
});
