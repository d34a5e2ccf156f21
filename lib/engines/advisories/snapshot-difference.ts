import type { Ecosystem } from '../model/component.ts';
import type { ShardRecord } from './compact-record.ts';

/** A package whose advisories differ between two snapshots, with the records that differ and name it. */
export interface ChangedPackage {
  ecosystem: Ecosystem;
  /** As advisories spell it (`packageName`). */
  name: string;
  before: ShardRecord[];
  after: ShardRecord[];
}

/** Writes a record without its modification time, which alone changes no judgment. */
const contentOf = ([id, , ...rest]: ShardRecord): string => JSON.stringify([id, ...rest]);

const namesOf = ([, , , , , , , packages]: ShardRecord): Set<string> =>
  new Set(packages.map(([name]) => name));

/**
 * Lists the packages of an ecosystem whose records were added, changed or removed, by name. A record with equal
 * content changes nothing, whatever its modification time.
 */
export const shardDifference = (
  ecosystem: Ecosystem,
  before: readonly ShardRecord[],
  after: readonly ShardRecord[],
): ChangedPackage[] => {
  const known = new Map(before.map((record) => [record[0], record]));
  const packages = new Map<string, ChangedPackage>();
  const add = (side: 'before' | 'after', record: ShardRecord): void => {
    for (const name of namesOf(record)) {
      const changed = packages.get(name) ?? { ecosystem, name, before: [], after: [] };
      packages.set(name, changed);
      changed[side].push(record);
    }
  };
  for (const record of after) {
    const old = known.get(record[0]);
    known.delete(record[0]);
    if (old && contentOf(old) === contentOf(record)) continue;
    if (old) add('before', old);
    add('after', record);
  }
  for (const removed of known.values()) add('before', removed);
  return [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
};
