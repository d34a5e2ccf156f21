import * as z from 'zod';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { instant } from './schemas.ts';

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** What of a ledger is asked for; a date is all of that day (UTC). */
export const ledgerFilter = {
  pool: z.enum(poolNames).optional(),
  from: moment.optional(),
  to: moment.optional(),
};

export const ledgerEntry = z.object({
  at: instant,
  pool: z.enum(poolNames),
  kind: z.enum(['consume', 'grant', 'expire', 'adjust']),
  amount: z.int().meta({ description: 'Signed: what it did to the balance.' }),
  source: z.string().optional(),
  motif: z.string().optional(),
  scanId: z.string().optional(),
  projectUnitId: z.string().optional(),
  sourceTrigger: z.enum(['api', 'cli', 'manual']).optional(),
  invoiceId: z.string().optional(),
  organizationId: z.string().optional(),
  personId: z.string().optional(),
  cause: z.string().meta({ description: 'Names why, once: no pool has two entries of one cause.' }),
});
