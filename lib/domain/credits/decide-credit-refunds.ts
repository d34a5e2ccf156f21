import type { Scan, ScanUnit } from '../records.ts';
import type { Refund } from './book-credit-refunds.ts';
import { isCharged } from './scan-price.ts';

type EndedScan = Pick<Scan, 'units' | 'baseUnits'>;

/** Returns why the credits of a unit are refunded; undefined for a result that stays paid. */
const sourceOf = (unit: ScanUnit, { baseUnits = [] }: EndedScan): Refund['source'] | undefined => {
  if (unit.status === 'cancelled') return 'scan_cancelled_refund';
  if (unit.status !== 'completed') return 'scan_failure_refund';
  const isBaseScanned = baseUnits.some(({ projectUnitId }) => projectUnitId === unit.projectUnitId);
  return unit.reusedFrom !== undefined && !isBaseScanned ? 'unchanged_unit_refund' : undefined;
};

/**
 * Decides which units of an ended scan are refunded: those that were charged and gave no result, and those that
 * reused the result of an earlier scan, unless this scan also assessed their base, which costs nothing.
 * `bookCreditRefunds` books the refunds (docs/adr/0007-credit-pools.md).
 */
export const decideCreditRefunds = (scan: EndedScan): Refund[] =>
  scan.units
    .filter((unit) => isCharged(unit.charge))
    .flatMap((unit) => {
      const source = sourceOf(unit, scan);
      return source ? [{ unit, source }] : [];
    });
