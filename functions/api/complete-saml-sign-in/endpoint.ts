import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';

/** The reader of responses refuses a long one, on the same page as any other bad one. */
const field = z.string().max(1_000_000).optional();

export const endpoint = defineEndpoint({
  name: 'complete-saml-sign-in',
  method: 'POST',
  path: '/v1/sso/{organizationId}/acs',
  summary: "Complete a SAML sign-in: the organization's identity provider makes the browser post here.",
  description:
    'Accepts the response to a sign-in that this browser started, once. Failures are pages for clients that accept `text/html`.',
  access: 'public',
  throttle: { rate: 20, burst: 40 },
  page: true,
  roles: [],
  scopes: [],
  params: z.object({ organizationId: id }),
  requestMediaTypes: ['application/x-www-form-urlencoded'],
  bodyLimitBytes: 524_288,
  // Identity providers add fields of their own.
  body: z.looseObject({ SAMLResponse: field, RelayState: field }),
  responses: {
    200: {
      description: 'A page that continues to the console; the session has started.',
      headers: ['Set-Cookie'],
      schema: z.string(),
      mediaTypes: ['text/html'],
    },
  },
  problems: ['not_found', 'sign_in_failed', 'sign_in_refused', 'no_organization', 'conflict'],
  needs: {
    core: 'write',
    eventDispatch: 'invoke',
    tokens: 'write',
    ledger: 'append',
    publicAddress: true,
    saml: true,
  },
});
