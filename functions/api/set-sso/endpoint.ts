import { defineEndpoint } from '#contract/endpoint.ts';
import { sso, ssoRequest } from '#contract/schemas/identity/sso.ts';
import { owners } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'set-sso',
  method: 'PUT',
  path: '/v1/organization/sso',
  summary: 'Set the single sign-on of the organization.',
  description:
    'Replaces all settings. Enforcing needs a session from this identity provider, with the stored settings, or ' +
    'that the caller is a break-glass owner: nobody locks themselves out.',
  roles: owners,
  scopes: ['organization:write'],
  capability: 'sso_basic',
  session: true,
  recent: true,
  headers: ['If-Match'],
  body: ssoRequest.meta({
    examples: [
      {
        issuer: {
          kind: 'oidc',
          issuer: 'https://login.example.com',
          clientId: 'scangate',
          clientSecret: 'a-long-secret',
        },
      },
    ],
  }),
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
  problems: [
    'precondition_required',
    'etag_mismatch',
    'entitlement_denied',
    'sso_invalid',
    'domain_not_verified',
  ],
  needs: { core: 'write', ssoSecrets: 'encrypt' },
});
