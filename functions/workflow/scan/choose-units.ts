import type { Scan } from '../../../lib/domain/records.ts';
import { chargeOf, isCharged } from '../../../lib/domain/billing/charge-scan.ts';
import { ScanFailed } from '../../../lib/domain/scans/failure.ts';
import type { ProjectUnit } from '../../../lib/domain/scans/project-unit.ts';
import { readsDependencies } from '../../../lib/domain/scans/scan-type.ts';
import { fitsUnit } from '../../../lib/domain/scans/scope.ts';

/**
 * The units of this commit that the scan looks at: the one it is limited to, or all that a type fits.
 * @throws ScanFailed lockfile_not_found when a dependency type was asked for by name and fits none of them.
 */
export const chooseUnits = (scan: Scan, found: readonly ProjectUnit[]): ProjectUnit[] => {
  const named = scan.projectUnitId;
  const candidates = named === undefined ? found : found.filter((unit) => unit.projectUnitId === named);
  if (candidates.length === 0)
    throw new ScanFailed('lockfile_not_found', 'The project unit does not exist in this commit.');
  const byName = scan.fullScope ? [] : scan.scanTypes.filter(readsDependencies);
  const unmet = byName.find((type) => !candidates.some((unit) => fitsUnit(type, unit.type)));
  if (unmet) throw new ScanFailed('lockfile_not_found', `Nothing in this commit can be read for ${unmet}.`);
  return candidates.filter((unit) => isCharged(chargeOf(scan.scanTypes, unit.type, false)));
};
