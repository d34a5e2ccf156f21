import type { Scan } from '../records.ts';
import type { Refund } from './book-refunds.ts';
import { isCharged } from './scan-price.ts';

/**
 * Decides which units of an ended scan are refunded: those that were charged and gave no result. book-refunds.ts books
 * the refunds (docs/adr/0007-credit-pools.md).
 */
export const decideRefunds = ({ units }: Pick<Scan, 'units'>): Refund[] =>
  units
    .filter((unit) => unit.status !== 'completed' && isCharged(unit.charge))
    .map((unit) => ({
      unit,
      source: unit.status === 'cancelled' ? 'scan_cancelled_refund' : 'scan_failure_refund',
    }));
