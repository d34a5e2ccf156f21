import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'get-badge',
  method: 'GET',
  path: '/badges/{file}',
  summary: 'Get the badge of a repository as an image.',
  description: 'It only shows PASS, FAIL, ERROR or unknown.',
  access: 'document',
  throttle: { rate: 50, burst: 100 },
  roles: [],
  scopes: [],
  params: z.object({
    file: z
      .string()
      .regex(/^[0-9a-f]{32}\.svg$/)
      .meta({
        description: 'The id of the badge and `.svg`.',
        examples: ['0f1e2d3c4b5a69788796a5b4c3d2e1f0.svg'],
      }),
  }),
  responses: {
    200: {
      description: 'The image, which may be cached for five minutes.',
      schema: z.string().meta({ examples: ['<svg xmlns="http://www.w3.org/2000/svg"></svg>'] }),
      mediaTypes: ['image/svg+xml'],
    },
  },
  problems: ['not_found'],
  needs: { core: 'read' },
});
