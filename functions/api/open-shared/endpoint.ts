import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'open-shared',
  method: 'POST',
  path: '/v1/shared',
  summary: 'Open a link to an auditor pack.',
  description:
    'Needs no credential other than the link. Expired, revoked, altered and unknown links get the same response.',
  access: 'public',
  throttle: { rate: 5, burst: 10 },
  roles: [],
  scopes: [],
  body: z.strictObject({
    link: z.string().max(100).meta({ description: 'The part of the URL after `#`.' }),
  }),
  bodyLimitBytes: 1024,
  responses: {
    200: {
      description: 'Where to download the pack.',
      schema: z.object({ url: z.url().meta({ description: 'Valid for 5 minutes.' }) }),
    },
  },
  problems: ['link_not_found'],
  needs: { core: 'write', packLinks: 'open', blobs: { link: ['packs'] } },
});
