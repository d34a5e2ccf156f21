import * as z from 'zod';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { instant, moment } from './resources.ts';

/** Filters of a ledger; a date means the whole day (UTC). */
export const ledgerFilter = {
  pool: z.enum(poolNames).optional(),
  from: moment.optional(),
  to: moment.optional(),
};

export const ledgerEntry = z.object({
  at: instant,
  pool: z.enum(poolNames),
  kind: z.enum(['consume', 'grant', 'expire', 'adjust']),
  amount: z.int().meta({ description: 'The signed change of the balance.' }),
  source: z.string().optional(),
  motif: z.string().optional(),
  scanId: z.string().optional(),
  projectUnitId: z.string().optional(),
  sourceTrigger: z.enum(['api', 'cli', 'manual']).optional(),
  invoiceId: z.string().optional(),
  organizationId: z.string().optional(),
  personId: z.string().optional(),
  cause: z
    .string()
    .meta({ description: 'Identifies why the entry exists; a pool has one entry for each cause.' }),
});
