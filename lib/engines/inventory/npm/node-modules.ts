import type { Notes } from '../notes.ts';
import type { Table } from '../parse/untrusted-value.ts';

/**
 * Entries by node_modules path: '' is the unit, `node_modules/a/node_modules/b` the copy that only `a` sees.
 */
export type PackageLocations = ReadonlyMap<string, Table>;

const folder = 'node_modules/';
const maxLookUps = 1_000_000;
const maxSegments = 100;

export const isInstalled = (location: string): boolean => location.includes(folder);

/** True for a directory outside the unit. */
export const isOutside = (location: string): boolean => location.startsWith('..') || location.startsWith('/');

/** True for a path deeper than any real tree; without a bound the resolution could run forever. */
export const isTooDeep = (location: string): boolean =>
  location.length > 4096 || location.split('/', maxSegments + 1).length > maxSegments;

export const nameAtLocation = (location: string): string =>
  isInstalled(location)
    ? location.slice(location.lastIndexOf(folder) + folder.length)
    : location.slice(location.lastIndexOf('/') + 1);

/** Returns the directories from the location upwards, nearest first, ending with the unit itself. */
const directoriesAbove = (location: string): string[] => {
  const above = [location];
  for (let at = location.lastIndexOf('/'); at > 0; at = location.lastIndexOf('/', at - 1))
    above.push(location.slice(0, at));
  if (location !== '') above.push('');
  return above;
};

const indexByName = (locations: PackageLocations): Map<string, Map<string, string>> => {
  const index = new Map<string, Map<string, string>>();
  for (const location of locations.keys()) {
    if (!isInstalled(location)) continue;
    const name = nameAtLocation(location);
    const owner = location.slice(0, Math.max(location.length - name.length - folder.length - 1, 0));
    const owners = index.get(name) ?? new Map<string, string>();
    index.set(name, owners.set(owner, location));
  }
  return index;
};

export type Resolve = (
  location: string,
  names: Iterable<string>,
  onMissing?: (name: string) => void,
) => string[];

/**
 * Resolves names as Node.js does: the nearest node_modules above a location that has the package. After a
 * million lookups it finds nothing more, and notes that.
 */
export const createResolver = (locations: PackageLocations, notes: Notes): Resolve => {
  const index = indexByName(locations);
  let lookUps = 0;
  return (location, names, onMissing) => {
    const directories = directoriesAbove(location);
    const found: string[] = [];
    for (const name of names) {
      const owners = index.get(name);
      lookUps += 1;
      if (lookUps === maxLookUps + 1) notes.add('dependencies are not followed further from here', location);
      if (lookUps > maxLookUps) continue;
      const owner = owners && directories.find((directory) => owners.has(directory));
      if (owner === undefined) onMissing?.(name);
      else found.push(owners?.get(owner) as string);
    }
    return found;
  };
};
