import * as z from 'zod';
import { pendingChangeList, retention, sastAddon } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { count, instant } from '#contract/schemas/resources.ts';
import { upcomingMailReasons, orderKinds, renewalKinds } from '@scangate/domain/accounts/upcoming-events';
import { tabNames } from '@scangate/domain/accounts/billing-status-view';
import { capabilities } from '@scangate/domain/plans/plans';
import { billingReaders } from '@scangate/domain/identity/roles';
import { planNames } from '@scangate/domain/plans/plan-names';

const pool = z.object({
  available: count,
  included: count,
  purchased: count,
  consumed: count,
  promotional: count.meta({ description: 'Unspent promotional credits, which expire.' }),
  promotionExpiresAt: instant
    .nullable()
    .meta({ description: 'When promotional credits expire next; null where there are none.' }),
  refillsAt: instant
    .nullable()
    .meta({ description: 'null where no refill is due, or not before an invoice is paid.' }),
});
const recharge = z.object({
  enabled: z.boolean(),
  packs: count.meta({
    description: 'Packs of automatic recharges in this period, including one in progress.',
  }),
  monthlyCap: count,
  failures: count.meta({ description: 'Consecutive failures.' }),
  failingSince: instant.nullable(),
  nextAttemptAt: instant.nullable().meta({
    description:
      'null while failing: the next attempt waits for a change of settings, period or payment method.',
  }),
});
const plan = z.enum(planNames);

const status = z.object({
  plan,
  period: z.object({ interval: z.enum(['month', 'year']), startsAt: instant, endsAt: instant }),
  licenses: z.object({
    limit: count.nullable().meta({ description: 'null when there is no limit.' }),
    used: count,
    month: z.string().meta({ description: 'Calendar month in UTC, 2026-03.' }),
  }),
  pools: z.object({ core: pool, sast: pool }),
  sastAddon,
  pending: pendingChangeList,
  ordered: z
    .array(z.object({ order: z.enum(orderKinds), to: z.union([z.string(), z.int()]), orderedAt: instant }))
    .meta({ description: 'Orders of the last day that are not confirmed as paid.' }),
  renewals: z
    .array(z.object({ of: z.enum(renewalKinds), at: instant, overdue: z.boolean() }))
    .meta({ description: 'The next renewals. One is overdue if it is due and not paid.' }),
  autoRenew: z.boolean(),
  hold: z
    .object({ reason: z.literal('payment_failed'), since: instant, invoices: count })
    .nullable()
    .meta({ description: 'Why billable work is refused; null when it is not.' }),
  lastPaymentFailedAt: instant.nullable(),
  autoRecharge: z.object({ core: recharge, sast: recharge }),
  nextMails: z
    .array(z.object({ kind: z.literal('receipt'), reason: z.enum(upcomingMailReasons), at: instant }))
    .meta({ description: 'The mails to owners and admins that are expected if every invoice is paid.' }),
  retention,
  capabilities: z.array(z.enum(capabilities)),
  tabs: z.array(z.enum(tabNames)),
});
const clientStatus = z.object({ plan, tabs: z.array(z.literal('history')) });

export const endpoint = defineEndpoint({
  name: 'get-billing-status',
  method: 'GET',
  path: '/billing/status',
  summary: 'Get plan, credits, licenses, pending changes and unpaid invoices.',
  description: 'A client organization, whose parent manages its billing, gets only the plan and its tabs.',
  roles: billingReaders,
  scopes: ['billing:read'],
  responses: { 200: { description: 'The account now.', schema: z.union([status, clientStatus]) } },
  problems: [],
  needs: { core: 'read' },
});
