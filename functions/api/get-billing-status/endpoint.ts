import * as z from 'zod';
import { pendingChangeList, retention, sastAddon } from '#contract/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { instant } from '#contract/schemas.ts';
import { upcomingMailReasons, orderKinds, renewalKinds } from '@scangate/domain/accounts/upcoming';
import { tabNames } from '@scangate/domain/accounts/billing-status';
import { capabilities } from '@scangate/domain/plans/plans';
import { billingReaders, planNames } from '@scangate/domain/identity/roles';

const count = z.int().min(0);
const pool = z.object({
  available: count,
  included: count,
  purchased: count,
  consumed: count,
  refillsAt: instant.nullable().meta({ description: 'null: nothing is due, or not before it is paid.' }),
});
const recharge = z.object({
  enabled: z.boolean(),
  packs: count.meta({ description: 'Bought by itself in this period, one under way included.' }),
  monthlyCap: count,
  failures: count.meta({ description: 'In a row.' }),
  failingSince: instant.nullable(),
  nextAttemptAt: instant.nullable().meta({
    description: 'null while failing: not before the settings, the period or the way to pay change.',
  }),
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
  sastAddon,
  pending: pendingChangeList,
  ordered: z
    .array(z.object({ order: z.enum(orderKinds), to: z.union([z.string(), z.int()]), orderedAt: instant }))
    .meta({ description: 'Asked for within the last day, and not paid or not known to be.' }),
  renewals: z
    .array(z.object({ of: z.enum(renewalKinds), at: instant, overdue: z.boolean() }))
    .meta({ description: 'What renews next, and when. Overdue: its time has come, and it is not paid.' }),
  autoRenew: z.boolean(),
  hold: z
    .object({ reason: z.literal('payment_failed'), since: instant, invoices: count })
    .nullable()
    .meta({ description: 'Why billable work is refused; null: it is not.' }),
  lastPaymentFailedAt: instant.nullable(),
  autoRecharge: z.object({ core: recharge, sast: recharge }),
  nextMails: z
    .array(z.object({ kind: z.literal('receipt'), reason: z.enum(upcomingMailReasons), at: instant }))
    .meta({ description: 'Mails to owners and admins that can be foreseen, if all is paid.' }),
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
  responses: { 200: { description: 'The account as it is now.', schema: z.union([status, clientStatus]) } },
  problems: [],
  needs: { core: 'read' },
});
