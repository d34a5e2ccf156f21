import { isDeepStrictEqual } from 'node:util';
import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { itemBytes, type StoredItem } from './item-size.ts';

const writeUnitBytes = 1024;
const readUnitBytes = 4096;

/** An item that a request wrote or tried to write. */
export interface WrittenItem {
  /** The sort key up to its first `#`, or the table where it has none. */
  kind: string;
  bytes: number;
  units: number;
  indexUnits: number;
}

/** An item before and after a request; both are the same if a condition failed. */
export interface WriteImages {
  key: StoredItem;
  before: StoredItem | undefined;
  after: StoredItem | undefined;
}

type Index = TablePlan['indexes'][number];

/** Returns the index's copy of an item; none if the item lacks a key of the index. */
const entryOf = (index: Index, table: TablePlan, item: StoredItem | undefined): StoredItem | undefined => {
  if (!item || !index.keys.every(({ name }) => Object.hasOwn(item, name))) return undefined;
  const { ProjectionType: kind } = index.projection;
  if (kind === 'ALL') return item;
  if (kind !== 'KEYS_ONLY') throw new Error(`the projection ${String(kind)} is not known`);
  const names = new Set([...table.keys, ...index.keys].map(({ name }) => name));
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
};

const started = (bytes: number, unitBytes: number): number => Math.max(1, Math.ceil(bytes / unitBytes));
const unitsOf = (item: StoredItem): number => started(itemBytes(item), writeUnitBytes);

/** An index is written after the transaction, so its units count once. A changed key is a delete and a put. */
const indexUnitsOf = (index: Index, table: TablePlan, { before, after }: WriteImages): number => {
  const [old, fresh] = [entryOf(index, table, before), entryOf(index, table, after)];
  if (isDeepStrictEqual(old, fresh)) return 0;
  if (!old || !fresh) return unitsOf((old ?? fresh)!);
  const moved = index.keys.some(({ name }) => !isDeepStrictEqual(old[name], fresh[name]));
  return moved ? unitsOf(old) + unitsOf(fresh) : Math.max(unitsOf(old), unitsOf(fresh));
};

/** Computes a write: per started KB of the larger of the two items, twice as much in a transaction. */
export const writtenItem = (table: TablePlan, written: WriteImages, transactional: boolean): WrittenItem => {
  const bytes = Math.max(...[written.before, written.after].map((item) => (item ? itemBytes(item) : 0)));
  const sort = String(written.key['sk']?.['S'] ?? table.name);
  return {
    kind: sort.split('#', 1)[0] ?? sort,
    bytes,
    units: started(bytes, writeUnitBytes) * (transactional ? 2 : 1),
    indexUnits: table.indexes.reduce((sum, index) => sum + indexUnitsOf(index, table, written), 0),
  };
};

/** Computes the units of reading this many bytes at once. Reading a missing item costs the minimum. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  started(bytes, readUnitBytes) * (consistent ? 1 : 0.5);
