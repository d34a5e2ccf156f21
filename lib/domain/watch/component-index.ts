import { compareText } from '@scangate/engines/model/compare-text';
import type { Component, Inventory } from '@scangate/engines/model/component';
import { digestOf } from '@scangate/engines/model/digest';
import { packageKeyOf } from '@scangate/engines/purl/package-key';
import { namePaths } from '@scangate/engines/sca/dependency-path';
import type { ComponentUse, IndexedComponent, IndexedUnit } from './watch-records.ts';
import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import type { Instant } from '../records.ts';

/** What the index says of one package of a unit. */
export type IndexEntry = Pick<IndexedComponent, 'uses' | 'truncated'>;

/** The packages of a unit with the digest of what the index says of each, by package. */
export type PackageList = Record<string, string>;

/** Far above any real unit; bounds an item for a hostile one. */
const mostUses = 50;
const longestPath = 8;
const shownAtEachEnd = 3;
const longestText = 300;

const shortened = (path: readonly string[]): string[] =>
  path.length <= longestPath
    ? [...path]
    : [...path.slice(0, shownAtEachEnd), '…', ...path.slice(-shownAtEachEnd)];

const cut = (text: string): string => text.slice(0, longestText);

const useOf = (component: Component, pathOf: (component: Component) => string[]): ComponentUse => ({
  ...(component.version !== undefined && { version: cut(component.version) }),
  scope: component.scope,
  direct: component.direct,
  file: cut(component.file),
  path: shortened(pathOf(component)).map(cut),
});

const useKey = ({ version = '', file, path }: ComponentUse): string => JSON.stringify([version, file, path]);

/**
 * Makes the entries of a unit, by package. Paths have names without versions, so that an update of one package does not
 * change the entries of all that it depends on.
 */
export const indexEntries = (inventory: Inventory): Map<string, IndexEntry> => {
  const pathOf = namePaths(inventory);
  const byPackage = new Map<string, Map<string, ComponentUse>>();
  for (const component of inventory.components) {
    const key = packageKeyOf(component);
    if (key === undefined) continue;
    const uses = byPackage.get(key) ?? new Map<string, ComponentUse>();
    byPackage.set(key, uses);
    const use = useOf(component, pathOf);
    if (!uses.has(useKey(use))) uses.set(useKey(use), use);
  }
  return new Map(
    [...byPackage].map(([name, uses]) => {
      const sorted = [...uses].sort(([a], [b]) => compareText(a, b)).map(([, use]) => use);
      const isCut = sorted.length > mostUses;
      return [name, { uses: sorted.slice(0, mostUses), ...(isCut && { truncated: true }) }];
    }),
  );
};

const digestLength = 16;

export const packageListOf = (entries: ReadonlyMap<string, IndexEntry>): PackageList =>
  Object.fromEntries(
    [...entries].map(([name, entry]) => [name, digestOf(entry).slice(-digestLength)] as const),
  );

/** The packages whose items a new list writes and removes. */
export interface IndexDifference {
  write: string[];
  remove: string[];
}

/**
 * Compares a list with those that items may exist of: an item is left alone only when each of them says the same of it.
 */
export const indexDifference = (known: readonly PackageList[], next: PackageList): IndexDifference => {
  const has = (list: PackageList, name: string): boolean => Object.hasOwn(list, name);
  const isSame = (list: PackageList, name: string): boolean => has(list, name) && list[name] === next[name];
  const write = Object.keys(next).filter(
    (name) => known.length === 0 || !known.every((list) => isSame(list, name)),
  );
  const gone = known.flatMap((list) => Object.keys(list).filter((name) => !has(next, name)));
  return { write: write.sort(), remove: [...new Set(gone)].sort() };
};

/** Another writer began to index the unit. */
export class IndexConflict extends Conflict {
  constructor() {
    super('another scan is being indexed');
  }
}

type UnitKey = Pick<IndexedUnit, 'organizationId' | 'repositoryId' | 'projectUnitId'>;

/** The scan that a unit is indexed by. */
export interface IndexedScan {
  scanId: string;
  followed: number;
}

/** Whether the index has the scan, or a later one, and nothing is left to do. */
export const isIndexed = (unit: IndexedUnit | undefined, { scanId, followed }: IndexedScan): boolean =>
  unit !== undefined && (unit.followed > followed || (unit.scanId === scanId && unit.complete));

interface NextRevision {
  key: UnitKey;
  scan: IndexedScan;
  /** The name of the stored list. */
  list: string;
  packages: number;
  /** The stored list and all items are right already. */
  isSame: boolean;
}

/**
 * Begins a revision of a unit. Until it is complete, the unit names every list that items may exist of, so that whoever
 * comes after a crash knows what to write and to remove.
 */
export const beginRevision = (
  unit: IndexedUnit | undefined,
  { key, scan, list, packages, isSame }: NextRevision,
): { next: IndexedUnit; change: Change<'indexedUnit'> } => {
  const lists = isSame ? [list] : [...new Set([...(unit?.lists ?? []), list])];
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

/** Completes a revision, after all of its items are written. */
export const completeRevision = (unit: IndexedUnit, list: string): Change<'indexedUnit'> => ({
  change: 'insert',
  record: 'indexedUnit',
  item: { ...unit, lists: [list], complete: true },
  replaceIf: [{ field: 'revision', is: 'equal', value: unit.revision }],
  onConflict: () => new IndexConflict(),
});

/** Writes an item, or marks it as removed. A later revision that was faster stays. */
export const writeComponent = (
  unit: IndexedUnit,
  name: string,
  entry: IndexEntry | { removedAt: Instant },
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
