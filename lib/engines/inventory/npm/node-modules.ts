import type { Table } from '../parse/untrusted-value.ts';

/**
 * Entries by node_modules path: '' is the unit, `node_modules/a/node_modules/b` the copy that only `a` sees.
 */
export type PackageLocations = ReadonlyMap<string, Table>;

const folder = 'node_modules/';
const maxLookUps = 1_000_000;
const maxSegments = 100;

export const isInstalled = (place: string): boolean => place.includes(folder);

/** True for a directory outside the unit. */
export const isOutside = (place: string): boolean => place.startsWith('..') || place.startsWith('/');

/** True for a path deeper than any real tree; without a bound the resolution could run forever. */
export const isTooDeep = (place: string): boolean =>
  place.length > 4096 || place.split('/', maxSegments + 1).length > maxSegments;

export const nameAtLocation = (place: string): string =>
  isInstalled(place)
    ? place.slice(place.lastIndexOf(folder) + folder.length)
    : place.slice(place.lastIndexOf('/') + 1);

/** Returns the directories from the location upwards, nearest first, ending with the unit itself. */
const directoriesAbove = (place: string): string[] => {
  const above = [place];
  for (let at = place.lastIndexOf('/'); at > 0; at = place.lastIndexOf('/', at - 1))
    above.push(place.slice(0, at));
  if (place !== '') above.push('');
  return above;
};

const indexByName = (places: PackageLocations): Map<string, Map<string, string>> => {
  const index = new Map<string, Map<string, string>>();
  for (const place of places.keys()) {
    if (!isInstalled(place)) continue;
    const name = nameAtLocation(place);
    const owner = place.slice(0, Math.max(place.length - name.length - folder.length - 1, 0));
    const owners = index.get(name) ?? new Map<string, string>();
    index.set(name, owners.set(owner, place));
  }
  return index;
};

export type Resolve = (place: string, names: Iterable<string>) => string[];

/**
 * Resolves names as Node.js does: the nearest node_modules above a location that has the package. After a
 * million lookups it finds nothing more.
 */
export const createResolver = (places: PackageLocations): Resolve => {
  const index = indexByName(places);
  let lookUps = 0;
  return (place, names) => {
    const directories = directoriesAbove(place);
    const found: string[] = [];
    for (const name of names) {
      const owners = index.get(name);
      lookUps += 1;
      if (!owners || lookUps > maxLookUps) continue;
      const owner = directories.find((directory) => owners.has(directory));
      if (owner !== undefined) found.push(owners.get(owner) as string);
    }
    return found;
  };
};
