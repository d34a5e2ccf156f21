import * as z from 'zod';
import { retention } from '../../../lib/contract/billing.ts';
import { defineEndpoint } from '../../../lib/contract/endpoint.ts';
import { instant } from '../../../lib/contract/schemas.ts';
import { pendingChanges, tabNames } from '../../../lib/domain/billing/status.ts';
import { capabilities } from '../../../lib/domain/plans.ts';
import { billingReaders, planNames } from '../../../lib/domain/roles.ts';

const count = z.int().min(0);
const pool = z.object({
  available: count,
  included: count,
  purchased: count,
  consumed: count,
  refillsAt: instant.nullable().meta({ description: 'null: nothing is due, or not before it is paid.' }),
});
const plan = z.enum(planNames);

const status = z.object({
  plan,
  period: z.object({ interval: z.enum(['month', 'year']), startsAt: instant, endsAt: instant }),
  licenses: z.object({
    limit: count.nullable().meta({ description: 'null: no limit.' }),
    used: count,
    month: z.string().meta({ description: 'Calendar month in UTC, 2026-03.' }),
  }),
  pools: z.object({ core: pool, sast: pool }),
  sastAddon: z
    .object({ size: z.enum(['starter', 'team']), endsAt: instant, cancelsAt: instant.optional() })
    .nullable(),
  pending: z.array(
    z.object({
      change: z.enum(pendingChanges),
      to: z.union([z.string(), z.int()]).optional(),
      effectiveAt: instant,
    }),
  ),
  autoRenew: z.boolean(),
  lastPaymentFailedAt: instant.nullable(),
  retention,
  capabilities: z.array(z.enum(capabilities)),
  tabs: z.array(z.enum(tabNames)),
});
const clientStatus = z.object({ plan, tabs: z.array(z.literal('history')) });

export const endpoint = defineEndpoint({
  name: 'get-billing-status',
  method: 'GET',
  path: '/billing/status',
  summary: 'Plan, credits, licences, what is pending and what is unpaid.',
  description: 'A client organization, whose billing its parent manages, gets the plan and its tabs alone.',
  roles: billingReaders,
  scopes: ['billing:read'],
  answers: { 200: { description: 'The account as it is now.', schema: z.union([status, clientStatus]) } },
  problems: [],
  needs: { core: 'read' },
});
