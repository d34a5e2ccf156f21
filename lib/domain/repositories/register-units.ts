import { canonicalJson, derivedId } from '@scangate/engines/model/digest';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import type { Repository } from '../records.ts';

/**
 * The id of a project unit. It is derived from repository and path, so that each scan of a tree finds the same unit.
 */
export const projectUnitId = (repositoryId: string, path: string): string =>
  derivedId('unit', repositoryId, path);

/** The root unit, which exists since the connection. Its type is known once a scan has read the tree. */
export const rootUnit = (repositoryId: string, fullName: string): ProjectUnit => ({
  projectUnitId: projectUnitId(repositoryId, ''),
  path: '',
  type: 'source',
  name: fullName.slice(fullName.lastIndexOf('/') + 1),
});

/**
 * More than a commit may have. Together with the limit on the bytes of paths, it keeps the record below DynamoDB's
 * 400 KB.
 */
const registeredUnits = { count: 1_500, pathBytes: 256 * 1024 } as const;

/** Thrown when another scan registered units of the repository after it was loaded. */
export class UnitsConflict extends Conflict {
  constructor() {
    super('the project units of the repository changed since they were read');
  }
}

/** Adds the units found in a tree to those of the repository. No unit is removed, and types follow the latest tree. */
export const registerUnits = (
  repository: Repository,
  found: readonly ProjectUnit[],
): Change<'repository'>[] => {
  const known = new Map(repository.units.map((unit) => [unit.projectUnitId, unit]));
  const merged = new Map(known);
  let bytes = repository.units.reduce((sum, { path }) => sum + Buffer.byteLength(path), 0);
  for (const unit of found) {
    const isKnown = known.has(unit.projectUnitId);
    const pathBytes = Buffer.byteLength(unit.path);
    const { count, pathBytes: most } = registeredUnits;
    if (!isKnown && (merged.size >= count || bytes + pathBytes > most)) continue;
    if (!isKnown) bytes += pathBytes;
    merged.set(unit.projectUnitId, unit);
  }
  const units = [...merged.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const { organizationId, repositoryId, unitsVersion } = repository;
  if (unitsVersion > 0 && canonicalJson(units) === canonicalJson(repository.units)) return [];
  return [
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId },
      set: { units, unitsVersion: unitsVersion + 1 },
      when: [{ field: 'unitsVersion', is: 'equal', value: unitsVersion }],
      onConflict: () => new UnitsConflict(),
    },
  ];
};
