import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { alertStates } from '@scangate/domain/credits/credits-alert';
import { everyRole, planNames } from '@scangate/domain/identity/roles';

const pool = z.object({ state: z.enum(alertStates) });

export const endpoint = defineEndpoint({
  name: 'get-credits-alert',
  method: 'GET',
  path: '/billing/credits-alert',
  summary: 'The plan, and whether credits run out; for every member, without amounts.',
  roles: everyRole,
  scopes: ['billing:read'],
  responses: {
    200: {
      description: 'Of a client organization: that of its parent.',
      schema: z.object({ plan: z.enum(planNames), pools: z.object({ core: pool, sast: pool }) }),
    },
  },
  problems: [],
  needs: { core: 'read' },
});
