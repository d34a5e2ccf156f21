import * as z from 'zod';
import {
  maxRechargeThreshold,
  maxPacksPerPeriod,
} from '@scangate/domain/credits/auto-recharge/auto-recharge-settings';
import { packNames } from '@scangate/domain/credits/credit-packs';
import { pendingChangeKinds } from '@scangate/domain/accounts/billing-status-view';
import { planNames } from '@scangate/domain/plans/plan-names';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { instant } from './resources.ts';

export const autoRechargeQuery = z.strictObject({ pool: z.enum(poolNames).default('core') });

export const autoRechargeSettings = z.strictObject({
  enabled: z.boolean(),
  threshold: z
    .int()
    .min(0)
    .max(maxRechargeThreshold)
    .meta({ description: 'The pool is recharged when its balance is at or below this number of credits.' }),
  pack: z.enum(packNames).meta({ description: 'A pack of this pool.' }),
  monthlyCap: z
    .int()
    .min(1)
    .max(maxPacksPerPeriod)
    .meta({ description: 'Most packs in one billing period.' }),
});

const interval = z.enum(['month', 'year']);
export const addonSize = z.enum(['starter', 'team']);

/** Far above any real number of licenses. */
const maxLicenses = 100_000;
export const licenses = z.int().min(1).max(maxLicenses).meta({
  description: 'The total, at least 5. Only Team takes it; other plans have a fixed number.',
});

/** A plan to buy. */
export const planSelection = z.strictObject({
  plan: z.enum(['Starter', 'Team']),
  interval,
  licenses: licenses.optional(),
});

/** A page for paying, or for changing the payment method. */
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

/** A subscription, with its pending changes. */
export const subscription = z.object({
  plan: z.enum(planNames),
  interval,
  licenses: z
    .int()
    .nullable()
    .meta({ description: 'Bought or agreed; null where the plan has a fixed number.' }),
  autoRenew: z.boolean(),
  sastAddon,
  pending: pendingChangeList,
});

export const retention = z.object({
  days: z.int(),
  maxDays: z.int().nullable().meta({ description: 'null: the plan has no limit.' }),
});
