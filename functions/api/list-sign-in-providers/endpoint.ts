import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

const provider = z.object({ providerId: z.string(), label: z.string(), startUrl: z.string() });

export const endpoint = defineEndpoint({
  name: 'list-sign-in-providers',
  method: 'GET',
  path: '/v1/session/providers',
  summary: 'List the sign-in providers; empty if sign-in is not configured.',
  access: 'public',
  throttle: { rate: 50, burst: 100 },
  roles: [],
  scopes: [],
  responses: { 200: { description: 'The providers.', schema: z.object({ items: z.array(provider) }) } },
  problems: [],
  needs: { signIn: true },
});
