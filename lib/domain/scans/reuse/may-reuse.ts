import { isCharged } from '@scangate/domain/credits/scan-price';
import { decideCreditRefunds } from '@scangate/domain/credits/decide-credit-refunds';
import { addMs, dayMs } from '@scangate/domain/instant';
import type { Instant, KeptResult, KeptUnit, Repository, Scan, ScanUnit } from '@scangate/domain/records';

/** Decides who may reuse which result (docs/adr/0046-pay-for-what-changed.md). */

/** The time for which a result can be reused after it was made, as for the assessment of a base. */
export const reusableMs = 14 * dayMs;

/** Whether the units of a repository may reuse results. */
export const mayReuse = ({ reuse }: Pick<Repository, 'reuse'>): boolean => reuse !== 'off';

/** The results of a unit that have not expired. */
export const unexpiredResults = (kept: KeptUnit | undefined, now: Instant): KeptResult[] =>
  (kept?.results ?? []).filter(({ keptAt }) => addMs(new Date(keptAt), reusableMs) > now);

/** Returns the result that a unit reuses: everything that determines it is the same. */
export const resultToReuse = (kept: readonly KeptResult[] = [], reuseKey: string): KeptResult | undefined =>
  kept.find(({ key }) => key === reuseKey);

/** A unit of an ended scan whose result later scans may reuse. */
export type ReusableUnit = ScanUnit & Required<Pick<ScanUnit, 'reuseKey' | 'sourceBytes'>>;

/**
 * Returns the units of an ended scan whose results later scans may reuse: those that this scan itself scanned, and
 * that were paid for and not refunded. Otherwise a scan that is canceled again and again would make the next one
 * free.
 */
export const reusableUnits = (scan: Pick<Scan, 'units' | 'baseUnits'>): ReusableUnit[] => {
  const refunded = new Set(decideCreditRefunds(scan).map(({ unit }) => unit.projectUnitId));
  return scan.units.filter(
    (unit): unit is ReusableUnit =>
      unit.status === 'completed' &&
      unit.reuseKey !== undefined &&
      unit.sourceBytes !== undefined &&
      unit.reusedFrom === undefined &&
      isCharged(unit.charge) &&
      !refunded.has(unit.projectUnitId),
  );
};
