import { ScanFailed } from '@scangate/engines/model/failure';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import { readsDependencies } from '@scangate/engines/model/scan-type';
import { isCharged, unitCharge } from '../credits/scan-price.ts';
import type { Scan } from '../records.ts';
import { appliesToUnit } from './scan-scope.ts';

/**
 * Selects the units of a commit that a scan covers: the one to which it is limited, or all to which one of its types
 * applies.
 * @throws ScanFailed lockfile_not_found when a dependency type was requested by name and applies to none of them.
 */
export const selectUnits = (
  scan: Pick<Scan, 'projectUnitId' | 'fullScope' | 'scanTypes'>,
  found: readonly ProjectUnit[],
): ProjectUnit[] => {
  const named = scan.projectUnitId;
  const candidates = named === undefined ? found : found.filter((unit) => unit.projectUnitId === named);
  if (candidates.length === 0)
    throw new ScanFailed('lockfile_not_found', 'The project unit does not exist in this commit.');
  const byName = scan.fullScope ? [] : scan.scanTypes.filter(readsDependencies);
  const unmet = byName.find((type) => !candidates.some((unit) => appliesToUnit(type, unit.type)));
  if (unmet) throw new ScanFailed('lockfile_not_found', `Nothing in this commit can be read for ${unmet}.`);
  return candidates.filter((unit) => isCharged(unitCharge(scan.scanTypes, unit.type, false)));
};

/** The units that a scan covers; none where `selectUnits` refuses the commit, which fails the scan elsewhere. */
export const selectUnitsIfAny = (...args: Parameters<typeof selectUnits>): ProjectUnit[] => {
  try {
    return selectUnits(...args);
  } catch (error) {
    if (error instanceof ScanFailed) return [];
    throw error;
  }
};
