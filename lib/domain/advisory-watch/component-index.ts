import type { PackageUses } from '@scangate/engines/model/component';
import { digestOf } from '@scangate/engines/model/digest';
import { readsDependencies } from '@scangate/engines/model/scan-type';
import type { IndexedUnit } from './watch-records.ts';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import type { Instant, Scan } from '../records.ts';

/** The packages of a unit, each with the digest of its index entry. */
export type PackageList = Record<string, string>;

const digestLength = 16;

/** The list of the packages of a unit, each with a digest of its uses. */
export const packageListOf = (entries: ReadonlyMap<string, PackageUses>): PackageList =>
  Object.fromEntries(
    [...entries].map(([name, entry]) => [name, digestOf(entry).slice(-digestLength)] as const),
  );

/** The packages whose items a new list writes and removes. */
export interface IndexDifference {
  write: string[];
  remove: string[];
}

/** Compares a list with those whose items may exist: an item is left alone only when all of them agree on it. */
export const indexDifference = (known: readonly PackageList[], next: PackageList): IndexDifference => {
  const has = (list: PackageList, name: string): boolean => Object.hasOwn(list, name);
  const isSame = (list: PackageList, name: string): boolean => has(list, name) && list[name] === next[name];
  const write = Object.keys(next).filter(
    (name) => known.length === 0 || !known.every((list) => isSame(list, name)),
  );
  const gone = known.flatMap((list) => Object.keys(list).filter((name) => !has(next, name)));
  return { write: write.sort(), remove: [...new Set(gone)].sort() };
};

/** Thrown when another writer began to index the unit. */
export class IndexConflict extends Conflict {
  constructor() {
    super('another scan is being indexed');
  }
}

type UnitKey = Pick<IndexedUnit, 'organizationId' | 'repositoryId' | 'projectUnitId'>;

/** The scan by which a unit is indexed. */
export interface IndexedScan {
  scanId: string;
  followed: number;
}

/** Returns whether the index has the scan, or a later one, and nothing is left to do. */
export const isIndexed = (unit: IndexedUnit | undefined, { scanId, followed }: IndexedScan): boolean =>
  unit !== undefined && (unit.followed > followed || (unit.scanId === scanId && unit.complete));

/** Whether a scan that is followed says what the index has of a unit: it completed the unit, or proves that it is gone. */
export const isIndexedBy = (
  {
    units,
    scanTypes,
    projectUnitId,
    artifact,
  }: Pick<Scan, 'units' | 'scanTypes' | 'projectUnitId' | 'artifact'>,
  indexed: Pick<IndexedUnit, 'projectUnitId'>,
): boolean => {
  const unit = units.find((one) => one.projectUnitId === indexed.projectUnitId);
  if (!unit) return projectUnitId === undefined && !artifact;
  return unit.status === 'completed' && scanTypes.some(readsDependencies);
};

interface NextRevision {
  key: UnitKey;
  scan: IndexedScan;
  /** The name of the stored list. */
  list: string;
  packages: number;
  /** Whether the stored list and all items are already right. */
  isSame: boolean;
  /** Names of earlier lists that cannot be read any more. */
  lost: readonly string[];
}

/**
 * Begins a revision of a unit. Until it is complete, the unit names every list whose items may exist, so that after
 * a crash the next writer knows what to write and to remove.
 */
export const beginRevision = (
  unit: IndexedUnit | undefined,
  { key, scan, list, packages, isSame, lost }: NextRevision,
): { next: IndexedUnit; change: Change<'indexedUnit'> } => {
  const lists = isSame ? [list, ...lost] : [...new Set([...(unit?.lists ?? []), list])];
  const revision = (unit?.revision ?? 0) + 1;
  const next: IndexedUnit = { ...key, ...scan, revision, packages, lists, complete: isSame };
  const onConflict = (): Error => new IndexConflict();
  return {
    next,
    change: {
      change: 'insert',
      record: 'indexedUnit',
      item: next,
      ...(unit && { replaceIf: [{ field: 'revision', is: 'equal', value: unit.revision }] }),
      onConflict,
    },
  };
};

/**
 * Completes a revision, after all of its items are written.
 * @param lists its list, and those that are lost.
 */
export const completeRevision = (unit: IndexedUnit, lists: string[]): Change<'indexedUnit'> => ({
  change: 'insert',
  record: 'indexedUnit',
  item: { ...unit, lists, complete: true },
  replaceIf: [{ field: 'revision', is: 'equal', value: unit.revision }],
  onConflict: () => new IndexConflict(),
});

/** Writes an item, or marks it as removed. The item of a later revision is kept. */
export const writeComponent = (
  unit: IndexedUnit,
  name: string,
  entry: PackageUses | { removedAt: Instant },
): Change<'indexedComponent'> => {
  const { organizationId, repositoryId, projectUnitId, revision } = unit;
  return {
    change: 'insert',
    record: 'indexedComponent',
    item: { package: name, organizationId, repositoryId, projectUnitId, revision, uses: [], ...entry },
    replaceIf: [{ field: 'revision', is: 'atMost', value: revision }],
    onConflict: () => new IndexConflict(),
  };
};
