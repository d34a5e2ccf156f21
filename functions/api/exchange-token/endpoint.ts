import { defineEndpoint } from '#contract/endpoint.ts';
import { exchangedToken, exchangeRequest } from '#contract/schemas/identity/trust-rule.ts';

export const endpoint = defineEndpoint({
  name: 'exchange-token',
  method: 'POST',
  path: '/v1/oidc/exchange',
  summary: 'Exchange the JWT of a CI for a 15-minute token.',
  description:
    'Needs no credential: the JWT is one. It must be of an issuer that a trust rule of the organization names, and its ' +
    'claims must match the rule. An organization without trust rules answers as one that does not exist.',
  roles: [],
  scopes: [],
  access: 'public',
  throttle: { rate: 100, burst: 200 },
  body: exchangeRequest.meta({
    examples: [
      {
        organizationId: '9c8b7a69-5847-4636-a524-1302f1e0d9c8',
        token: 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2dpdGxhYi5jb20ifQ.c2ln',
      },
    ],
  }),
  bodyLimitBytes: 65_536,
  responses: { 201: { description: 'The token, shown only once.', schema: exchangedToken } },
  problems: [
    'oidc_token_invalid',
    'entitlement_denied',
    'oidc_not_trusted',
    'repository_not_found',
    'oidc_token_used',
  ],
  needs: { core: 'write', tokens: 'write', jwtVerifier: true, exchangeRate: true },
});
