import type { UnitType } from '../model/project-unit.ts';

interface Unit {
  projectUnitId: string;
  type: UnitType;
}

/** The types of roots without a project: anything may be beside one. */
const bare: ReadonlySet<UnitType> = new Set(['other', 'source']);

/**
 * Returns whether a scan has other units with dependencies, so that one damaged lockfile is a gap rather than a
 * failure.
 */
export const hasOtherUnits = ({ projectUnitId }: Unit, units: readonly Unit[]): boolean =>
  units.some((other) => other.projectUnitId !== projectUnitId && !bare.has(other.type));
