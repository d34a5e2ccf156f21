import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'open-shared',
  method: 'POST',
  path: '/v1/shared',
  summary: 'Open a link to an auditor pack.',
  description:
    'Takes no credential: the link is one. A link that is expired, revoked, altered or unknown has one and the same answer.',
  access: 'public',
  throttle: { rate: 5, burst: 10 },
  roles: [],
  scopes: [],
  body: z.strictObject({
    link: z.string().max(100).meta({ description: 'What stands behind `#` in the address.' }),
  }),
  bodyLimitBytes: 1024,
  responses: {
    200: {
      description: 'Where the pack is read.',
      schema: z.object({ url: z.url().meta({ description: 'Valid for 5 minutes.' }) }),
    },
  },
  problems: ['link_not_found'],
  needs: { core: 'write', packLinks: 'open', blobs: { link: ['packs'] } },
});
