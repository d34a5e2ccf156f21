import * as z from 'zod';
import { highestThreshold, mostPacksPerPeriod } from '../domain/billing/auto-recharge.ts';
import { packNames } from '../domain/billing/packs.ts';
import { poolNames } from '../domain/scans/scan-type.ts';

/** Shapes that more than one billing endpoint has. */

export const rechargeQuery = z.strictObject({ pool: z.enum(poolNames).default('core') });

export const rechargeSettings = z.strictObject({
  enabled: z.boolean(),
  threshold: z
    .int()
    .min(0)
    .max(highestThreshold)
    .meta({ description: 'Credits: recharged when the balance is at or below it.' }),
  pack: z.enum(packNames).meta({ description: 'One of this pool.' }),
  monthlyCap: z.int().min(1).max(mostPacksPerPeriod).meta({ description: 'Packs in one billing period.' }),
});

export const retention = z.object({
  days: z.int(),
  maxDays: z.int().nullable().meta({ description: 'null: the plan has no limit.' }),
});
