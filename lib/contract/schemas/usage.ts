import * as z from 'zod';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { maxUsageDays, usageGroupings } from '@scangate/domain/ledger/usage';
import { ledgerFilter } from './ledger.ts';
import { count, id } from './resources.ts';

/** The query of a usage report. */
export const usageQuery = z.strictObject({
  ...ledgerFilter,
  pool: z.enum(poolNames).default('core'),
  by: z.enum(['day', ...usageGroupings]).default('day'),
});

export const usageRangeNote = `\`from\` and \`to\` are whole days (UTC), both included, at most ${maxUsageDays}; the last thirty days unless given.`;

const usageDay = z.object({
  day: z.string().meta({ description: 'A day in UTC, 2026-03-10.' }),
  opening: z.int(),
  consumed: count,
  granted: count,
  refunded: count,
  expired: count,
  adjusted: z.int(),
  closing: z.int(),
});

const usageGroup = z.object({
  repositoryId: id.optional(),
  fullName: z.string().optional(),
  personId: id.optional(),
  email: z.string().optional(),
  sourceTrigger: z.enum(['api', 'cli', 'manual']).optional(),
  organizationId: id.optional().meta({ description: 'The organization that consumed the credits.' }),
  consumed: count,
  refunded: count,
  net: z.int().meta({
    description: 'Consumed less refunded; negative where refunds belong to debits before the range.',
  }),
});

export const usage = z.object({ items: z.union([z.array(usageDay), z.array(usageGroup)]) });
