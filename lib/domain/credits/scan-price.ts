import type { ScanType } from '@scangate/engines/model/scan-type';
import type { UnitType } from '@scangate/engines/model/project-unit';
import type { Charge, ScanUnit } from '../records.ts';
import { appliesToUnit } from '../scans/scan-scope.ts';
import { poolForScanType, poolNames, type PoolName } from './credit-pool.ts';

/** A unit costs 1 credit of a pool when any scan type of that pool runs on it (docs/adr/0015-scan-scope-and-units.md). */
const pricePerUnit = 1;

/** The credits of one unit by pool: none when no scan type applies. Every requested type applies to an artifact. */
export const unitCharge = (
  scanTypes: readonly ScanType[],
  unitType: UnitType,
  isArtifact: boolean,
): Charge => {
  const charge: Charge = {};
  for (const type of scanTypes) {
    if (isArtifact || appliesToUnit(type, unitType)) charge[poolForScanType(type)] = pricePerUnit;
  }
  return charge;
};

/** Whether a unit costs anything. */
export const isCharged = (charge: Charge): boolean => poolNames.some((pool) => (charge[pool] ?? 0) > 0);

/** The credits of all units of a scan, by pool. */
export const totalCharge = (units: readonly Pick<ScanUnit, 'charge'>[]): Record<PoolName, number> => ({
  core: units.reduce((sum, unit) => sum + (unit.charge.core ?? 0), 0),
  sast: units.reduce((sum, unit) => sum + (unit.charge.sast ?? 0), 0),
});
