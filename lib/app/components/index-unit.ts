import type { BlobReader, BlobRemover, BlobWriter } from '#ports/blobs.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import {
  beginRevision,
  completeRevision,
  indexDifference,
  packageListOf,
  writeComponent,
  type IndexedScan,
  type PackageList,
} from '@scangate/domain/advisory-watch/component-index';
import type { IndexedUnit, Instant } from '@scangate/domain/records';
import type { PackageUses } from '@scangate/engines/model/component';
import { runConcurrently } from '../jobs/run-concurrently.ts';
import { packageListName, storedPackageList } from './stored-package-list.ts';

export interface IndexUnitPorts {
  store: Pick<Store<'indexedUnit' | 'indexedComponent'>, 'commit'>;
  blobs: BlobReader<'index'> & BlobReader<'results'> & BlobWriter<'index'> & BlobRemover<'index'>;
}

export interface UnitToIndex {
  key: Pick<IndexedUnit, 'organizationId' | 'repositoryId' | 'projectUnitId'>;
  scan: IndexedScan;
  /** The packages of the unit; none when the unit is gone. */
  entries: ReadonlyMap<string, PackageUses>;
}

/** The number of items that are written concurrently. */
const atOnce = 16;

const sameList = (a: PackageList, b: PackageList): boolean => {
  const { write, remove } = indexDifference([a], b);
  return write.length + remove.length === 0;
};

const writeItems = async (
  unit: IndexedUnit,
  { entries, known, list }: Pick<UnitToIndex, 'entries'> & { known: PackageList[]; list: PackageList },
  { store, at }: { store: IndexUnitPorts['store']; at: Instant },
): Promise<void> => {
  const { write, remove } = indexDifference(known, list);
  await runConcurrently(write, { atOnce }, async (name) => {
    const entry = entries.get(name);
    if (entry) await commitOrThrow(store, [writeComponent(unit, name, entry)]);
  });
  await runConcurrently(remove, { atOnce }, (name) =>
    commitOrThrow(store, [writeComponent(unit, name, { removedAt: at })]),
  );
};

/**
 * The lists whose packages may still be in the index, though nothing says which: the unit keeps naming them, so that an
 * erasure looks for all of its entries. An incomplete run removes its superseded lists last, when all items are right.
 */
const lostLists = async (
  unit: IndexedUnit | undefined,
  { gone, name }: { gone: readonly { name: string }[]; name: string },
  blobs: IndexUnitPorts['blobs'],
): Promise<string[]> => {
  const lost: string[] = [];
  for (const list of gone) {
    if (!unit || list.name === name) continue;
    const { organizationId } = unit;
    const isDamaged = async () =>
      (await blobs.get({ area: 'index', organizationId, name: list.name })) !== undefined;
    if (unit.complete || (await isDamaged())) lost.push(list.name);
  }
  return lost;
};

/**
 * Brings the index of a unit up to a scan, by difference. The list of its packages is stored before the first item,
 * and the unit names it: after a crash, the next writer writes and removes what the crashed run may have left.
 * @throws IndexConflict when another scan is being indexed at the same time.
 */
export const indexUnit = async (
  unit: IndexedUnit | undefined,
  { key, scan, entries }: UnitToIndex,
  { ports, at }: { ports: IndexUnitPorts; at: Instant },
): Promise<void> => {
  const { store, blobs } = ports;
  const { organizationId, projectUnitId } = key;
  const list = packageListOf(entries);
  const lists = await Promise.all(
    (unit?.lists ?? []).map(async (name) => ({
      name,
      list: await storedPackageList(organizationId, name, blobs),
    })),
  );
  const readable = lists.flatMap((stored) => (stored.list ? [{ ...stored, list: stored.list }] : []));
  const known = readable.map((stored) => stored.list);
  const [only, ...others] = readable;
  const isSame =
    unit?.complete === true && only !== undefined && others.length === 0 && sameList(only.list, list);
  const name = isSame ? only.name : packageListName(projectUnitId, scan.scanId);
  const lost = await lostLists(unit, { gone: lists.filter((stored) => !stored.list), name }, blobs);
  if (!isSame)
    await blobs.put({ area: 'index', organizationId, name }, JSON.stringify(list), 'application/json');
  // An interrupted run may not have written what its list says.
  if (unit && !unit.complete) known.push({});
  const { next, change } = beginRevision(unit, {
    key,
    scan,
    list: name,
    packages: entries.size,
    isSame,
    lost,
  });
  await commitOrThrow(store, [change]);
  if (isSame) return;
  await writeItems(next, { entries, known, list }, { store, at });
  // All items are right now. A crash from here on only costs writing them again, and leaves no list behind.
  for (const superseded of next.lists)
    if (superseded !== name && !lost.includes(superseded))
      await blobs.remove({ area: 'index', organizationId, name: superseded });
  await commitOrThrow(store, [completeRevision(next, [name, ...lost])]);
};
