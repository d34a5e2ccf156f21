import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';

export const endpoint = defineEndpoint({
  name: 'show-device-page',
  method: 'GET',
  path: '/console/device',
  summary: 'Show the page where a person approves a command line.',
  access: 'public',
  page: true,
  roles: [],
  scopes: [],
  responses: {
    200: { description: 'A page.', schema: z.string(), mediaTypes: ['text/html'] },
  },
  problems: [],
  needs: {},
});
