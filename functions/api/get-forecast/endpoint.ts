import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { amount, count, instant } from '#contract/schemas/resources.ts';
import { managers } from '@scangate/domain/identity/roles';

const pool = z.object({
  threshold: count.meta({
    description: 'The balance at which the automatic recharge starts; 0 where it is off.',
  }),
  creditsPerDay: z
    .number()
    .nullable()
    .meta({ description: 'The average since the start of the period; null on its first day.' }),
  daysToThreshold: count.nullable().meta({
    description:
      'Whole days at this rate, even past the end of the period; null when it is not reached at this rate.',
  }),
  packsLeft: count.nullable().meta({
    description: 'Packs that the automatic recharge may still buy in this period; null where it is off.',
  }),
  periodEndsAt: instant,
});

const forecast = z.object({
  pools: z.object({ core: pool, sast: pool }),
  licenses: z.object({
    left: count.nullable().meta({ description: 'null when there is no limit.' }),
    month: z.string().meta({ description: 'Calendar month in UTC, 2026-03.' }),
    monthEndsAt: instant,
  }),
  nextInvoice: z
    .object({
      amountDue: amount,
      currency: z.string(),
      at: instant,
    })
    .nullable()
    .meta({ description: 'The next invoice of the plan; null when there is none or it is unknown now.' }),
});

export const endpoint = defineEndpoint({
  name: 'get-forecast',
  method: 'GET',
  path: '/billing/forecast',
  summary: 'Forecast how long credits, packs and licenses last, and the next invoice.',
  roles: managers,
  scopes: ['billing:read'],
  managedByParent: true,
  responses: { 200: { description: 'The forecast. Unknown values are null.', schema: forecast } },
  problems: [],
  needs: { core: 'read', paymentProvider: true },
});
