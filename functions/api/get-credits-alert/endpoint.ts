import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { instant } from '#contract/schemas/resources.ts';
import { alertStates } from '@scangate/domain/credits/credits-alert';
import { everyRole } from '@scangate/domain/identity/roles';
import { planNames } from '@scangate/domain/plans/plan-names';

const pool = z.object({ state: z.enum(alertStates) });

export const endpoint = defineEndpoint({
  name: 'get-credits-alert',
  method: 'GET',
  path: '/billing/credits-alert',
  summary:
    'Get the plan, whether credits run out and whether scans wait for a payment. Amounts are left out.',
  roles: everyRole,
  scopes: ['billing:read'],
  responses: {
    200: {
      description: 'The alert. A client organization gets that of its parent.',
      schema: z.object({
        plan: z.enum(planNames),
        pools: z.object({ core: pool, sast: pool }),
        hold: z
          .object({ reason: z.literal('payment_failed'), since: instant })
          .nullable()
          .meta({ description: 'Why billable work is refused; null when it is not.' }),
      }),
    },
  },
  problems: [],
  needs: { core: 'read' },
});
