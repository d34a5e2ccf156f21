import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';

export const endpoint = defineEndpoint({
  name: 'get-saml-metadata',
  method: 'GET',
  path: '/v1/sso/{organizationId}/metadata',
  summary: 'Get the SAML metadata that an identity provider imports.',
  description: 'They only depend on the id, so they do not reveal which organizations exist.',
  access: 'document',
  throttle: { rate: 20, burst: 40 },
  roles: [],
  scopes: [],
  params: z.object({ organizationId: id }),
  responses: {
    200: {
      description: 'The metadata of the service provider.',
      schema: z.string().meta({ examples: ['<EntityDescriptor entityID="https://scangate.example.com"/>'] }),
      mediaTypes: ['application/samlmetadata+xml'],
    },
  },
  problems: ['not_found', 'conflict'],
  needs: { publicAddress: true },
});
