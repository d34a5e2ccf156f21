import * as z from 'zod';
import { maxRechargeThreshold, maxPacksPerPeriod } from '@scangate/domain/credits/auto-recharge-settings';
import { packNames } from '@scangate/domain/credits/credit-packs';
import { pendingChangeKinds } from '@scangate/domain/accounts/billing-status';
import { planNames } from '@scangate/domain/identity/roles';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { instant } from './schemas.ts';

/** Shapes that more than one billing endpoint has. */

export const autoRechargeQuery = z.strictObject({ pool: z.enum(poolNames).default('core') });

export const autoRechargeSettings = z.strictObject({
  enabled: z.boolean(),
  threshold: z
    .int()
    .min(0)
    .max(maxRechargeThreshold)
    .meta({ description: 'Credits: recharged when the balance is at or below it.' }),
  pack: z.enum(packNames).meta({ description: 'One of this pool.' }),
  monthlyCap: z.int().min(1).max(maxPacksPerPeriod).meta({ description: 'Packs in one billing period.' }),
});

const interval = z.enum(['month', 'year']);
export const addonSize = z.enum(['starter', 'team']);

/** A bound that is none in practice. */
const mostLicenses = 100_000;
export const licenses = z.int().min(1).max(mostLicenses).meta({
  description: 'The total. Team: at least 5; other plans have a fixed number, and none is sent.',
});

/** A plan that is bought. */
export const planSelection = z.strictObject({
  plan: z.enum(['Starter', 'Team']),
  interval,
  licenses: licenses.optional(),
});

/** Where to pay, or to change how one pays. */
export const checkoutSession = z.object({ sessionId: z.string(), url: z.string() });

export const pendingChangeList = z.array(
  z.object({
    change: z.enum(pendingChangeKinds),
    to: z.union([z.string(), z.int()]).optional(),
    effectiveAt: instant,
  }),
);

export const sastAddon = z
  .object({ size: addonSize, endsAt: instant, cancelsAt: instant.optional() })
  .nullable();

/** What a subscription is, and becomes. */
export const subscription = z.object({
  plan: z.enum(planNames),
  interval,
  licenses: z.int().nullable().meta({ description: 'Bought or agreed; null where the plan has its own.' }),
  autoRenew: z.boolean(),
  sastAddon,
  pending: pendingChangeList,
});

export const retention = z.object({
  days: z.int(),
  maxDays: z.int().nullable().meta({ description: 'null: the plan has no limit.' }),
});
