import * as z from 'zod';
import { id } from './resources.ts';

const credits = z.int().min(0).max(1_000_000_000);

/** The limits of a pool. */
export const poolBudget = z.strictObject({ soft: credits.optional(), hard: credits.optional() });

/** The budget of a client organization, with the credits spent. */
export const clientBudget = z.object({
  organizationId: id,
  name: z.string().optional(),
  month: z.string().meta({ description: 'Calendar month in UTC, 2026-03.' }),
  core: poolBudget.optional(),
  sast: poolBudget.optional(),
  used: z
    .object({ core: z.int(), sast: z.int() })
    .meta({ description: 'Credits debited for scans created this month, less refunds.' }),
});
