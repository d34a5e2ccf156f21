import * as z from 'zod';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { id, instant, instantOrDate } from './resources.ts';

/** Filters of a ledger; a date means the whole day (UTC). */
export const ledgerFilter = {
  pool: z.enum(poolNames).optional(),
  from: instantOrDate.optional(),
  to: instantOrDate.optional(),
};

const kind = z.enum(['consume', 'grant', 'expire', 'adjust']);

/** Further filters of the list, which a sealed export does not have. */
export const entryFilter = {
  kind: kind.optional(),
  source: z.string().min(1).max(100).optional(),
  scanId: id.optional(),
};

export const ledgerEntry = z.object({
  at: instant,
  pool: z.enum(poolNames),
  kind,
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
