import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { instant } from '#contract/schemas.ts';
import { managers } from '@scangate/domain/identity/roles';

const count = z.int().min(0);
const pool = z.object({
  threshold: count.meta({ description: 'Where auto-recharge begins; 0 where it is off.' }),
  creditsPerDay: z
    .number()
    .nullable()
    .meta({ description: 'On average since the period began; null on its first day.' }),
  daysToThreshold: count.nullable().meta({
    description: 'Whole days at that rate, whether the period ends before or not; null: not at that rate.',
  }),
  packsLeft: count.nullable().meta({
    description: 'That auto-recharge may still buy in this period; null where it is off.',
  }),
  periodEndsAt: instant,
});

const forecast = z.object({
  pools: z.object({ core: pool, sast: pool }),
  licenses: z.object({
    left: count.nullable().meta({ description: 'null: no limit.' }),
    month: z.string().meta({ description: 'Calendar month in UTC, 2026-03.' }),
    monthEndsAt: instant,
  }),
  nextInvoice: z
    .object({
      amountDue: z.int().meta({ description: 'Smallest units of the currency.' }),
      currency: z.string(),
      at: instant,
    })
    .nullable()
    .meta({ description: 'Of the plan; null: there is none, or it is not known now.' }),
});

export const endpoint = defineEndpoint({
  name: 'get-forecast',
  method: 'GET',
  path: '/billing/forecast',
  summary: 'How long credits, packs and licences will last, and what the next invoice will be.',
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  responses: { 200: { description: 'What cannot be known is null.', schema: forecast } },
  problems: [],
  needs: { core: 'read', paymentProvider: true },
});
