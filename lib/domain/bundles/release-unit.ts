import type { IndexedUnit, Release } from '../records.ts';

const prefix = 'release:';

type UnitKey = Pick<IndexedUnit, 'organizationId' | 'repositoryId' | 'projectUnitId'>;

/**
 * Names a release in the component index, where it counts as one unit. Each attempt to create it has a name of its
 * own.
 */
export const releaseUnitKey = ({
  organizationId,
  bundleId,
  folder,
}: Pick<Release, 'organizationId' | 'bundleId' | 'folder'>): UnitKey => ({
  organizationId,
  repositoryId: bundleId,
  projectUnitId: `${prefix}${folder}`,
});

/** Returns whether a unit of the component index represents a release. */
export const isReleaseUnit = ({ projectUnitId }: Pick<UnitKey, 'projectUnitId'>): boolean =>
  projectUnitId.startsWith(prefix);
