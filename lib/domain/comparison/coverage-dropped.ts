import type { AssessedUnit, FilesOfType } from '@scangate/engines/model/assessed-unit';
import { readsDependencies, type SourceScanType } from '@scangate/engines/model/scan-type';
import { pathDigest } from '@scangate/engines/model/digest';

/** The part of an assessment that says what was assessed. */
export type CoveredUnit = Pick<
  AssessedUnit,
  'unit' | 'scanTypes' | 'files' | 'inventory' | 'leftOutLockfiles'
>;

/** Something that the base assessed, that still exists and that the head does not assess. */
export interface CoverageDrop {
  dimension: SourceScanType | 'dependencies';
  /** A path from the root of the repository. */
  path: string;
  reason: string;
}

const sourceTypes: readonly SourceScanType[] = ['secrets', 'sast'];

const absolute = (unit: string, path: string): string => (unit === '' ? path : `${unit}/${path}`);

const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Returns the path of a file relative to a unit; undefined when the unit is not above it. */
const within = (unit: string, path: string): string | undefined => {
  if (unit === '') return path;
  return path.startsWith(`${unit}/`) ? path.slice(unit.length + 1) : undefined;
};

/** Returns a lookup of the files that a scan type assessed, by their paths from the root. */
const assessedFiles = (
  units: readonly CoveredUnit[],
  scanType: SourceScanType,
): ((path: string) => boolean) => {
  const byUnit = units.map(({ unit, files }) => ({
    path: unit.path,
    digests: new Set(files[scanType]?.assessed),
  }));
  return (path) =>
    byUnit.some(({ path: unit, digests }) => {
      const relative = digests.size > 0 ? within(unit, path) : undefined;
      return relative !== undefined && digests.has(pathDigest(relative));
    });
};

const cutList = (scanType: SourceScanType, unit: string): CoverageDrop => ({
  dimension: scanType,
  path: unit,
  reason: 'more files are not assessed than can be listed',
});

const droppedFiles = (
  head: readonly CoveredUnit[],
  base: readonly CoveredUnit[],
  scanType: SourceScanType,
): CoverageDrop[] => {
  const wasAssessed = assessedFiles(base, scanType);
  const wasCut = base.some(({ files }) => files[scanType]?.truncated);
  return head.flatMap(({ unit, files }) => {
    const { unassessed, truncated }: FilesOfType = files[scanType] ?? { assessed: [], unassessed: [] };
    const dropped = unassessed
      .map((path) => absolute(unit.path, path))
      .filter(wasAssessed)
      .map((path) => ({ dimension: scanType, path, reason: 'the base assessed this file' }));
    return truncated && !wasCut ? [...dropped, cutList(scanType, unit.path)] : dropped;
  });
};

interface DependencyFiles {
  /** The files whose packages are known. */
  read: Set<string>;
  /** The files that exist and give no packages, with the reason. */
  unread: Map<string, string>;
}

const dependencyFiles = (units: readonly CoveredUnit[]): DependencyFiles => {
  const read = new Set<string>();
  const unread = new Map<string, string>();
  for (const { unit, inventory } of units) {
    const { resolvingNothing = [], uncovered = [] } = inventory;
    for (const file of uncovered) unread.set(absolute(unit.path, file), 'no lockfile has its dependencies');
    for (const file of inventory.read)
      if (!resolvingNothing.includes(file)) read.add(absolute(unit.path, file));
    for (const file of resolvingNothing)
      unread.set(absolute(unit.path, file), 'it resolves nothing of what the project asks for');
    for (const { file, reason } of inventory.unread) unread.set(absolute(unit.path, file), reason);
  }
  return { read, unread };
};

const leftOutReason = 'it moved to a folder of third-party code or test data';

const baseNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the lockfiles that only one side leaves out, by name. */
const newlyLeftOut = (head: readonly CoveredUnit[], base: readonly CoveredUnit[]): Map<string, string[]> => {
  const pathsOf = (units: readonly CoveredUnit[]) =>
    units.flatMap(({ unit, leftOutLockfiles }) => leftOutLockfiles.map((path) => absolute(unit.path, path)));
  const before = new Set(pathsOf(base));
  return Map.groupBy(
    pathsOf(head).filter((path) => !before.has(path)),
    baseNameOf,
  );
};

/**
 * A lockfile that is gone while its manifest stays is a dependency set that still exists: the manifest is then
 * unread in the same directory.
 */
const droppedDependencies = (head: readonly CoveredUnit[], base: readonly CoveredUnit[]): CoverageDrop[] => {
  const now = dependencyFiles(head);
  const before = dependencyFiles(base);
  const readDirectories = new Set([...now.read].map(directoryOf));
  const unreadBy = Map.groupBy(now.unread, ([file]) => directoryOf(file));
  const moved = newlyLeftOut(head, base);
  return [...before.read].flatMap((file): CoverageDrop[] => {
    if (now.read.has(file)) return [];
    const own = now.unread.get(file);
    if (own !== undefined) return [{ dimension: 'dependencies', path: file, reason: own }];
    const directory = directoryOf(file);
    if (readDirectories.has(directory)) return [];
    const [hidden] = moved.get(baseNameOf(file)) ?? [];
    if (hidden !== undefined) return [{ dimension: 'dependencies', path: hidden, reason: leftOutReason }];
    const beside = unreadBy.get(directory)?.[0];
    if (!beside || before.unread.has(beside[0])) return [];
    return [{ dimension: 'dependencies', path: beside[0], reason: beside[1] }];
  });
};

const inOrder = (a: CoverageDrop, b: CoverageDrop): number =>
  (a.dimension < b.dimension ? -1 : Number(a.dimension > b.dimension)) ||
  (a.path < b.path ? -1 : Number(a.path > b.path));

/**
 * Lists the files and dependency sets that the base assessed, that still exist and that the head does not assess.
 * Only the dimensions that were requested for the head are compared. Paths count from the root of the repository, so
 * that units which appear, vanish or split change nothing.
 */
export const coverageDropped = (
  head: readonly CoveredUnit[],
  base: readonly CoveredUnit[],
): CoverageDrop[] => {
  const asked = new Set(head.flatMap(({ scanTypes }) => scanTypes));
  const drops = [
    ...sourceTypes.filter((type) => asked.has(type)).flatMap((type) => droppedFiles(head, base, type)),
    ...([...asked].some(readsDependencies) ? droppedDependencies(head, base) : []),
  ];
  const distinct = new Map(drops.map((drop) => [`${drop.dimension} ${drop.path}`, drop]));
  return [...distinct.values()].toSorted(inOrder);
};
