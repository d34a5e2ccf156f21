import type { Notes } from '../gap-notes.ts';
import type { Table } from '../parse/untrusted-value.ts';

/**
 * Entries by node_modules path: '' is the unit, `node_modules/a/node_modules/b` the copy that only `a` sees.
 */
export type PackageLocations = ReadonlyMap<string, Table>;

const folder = 'node_modules/';
const maxLookUps = 1_000_000;
const maxSegments = 100;

export const isInstalled = (location: string): boolean => location.includes(folder);

/** The name of a package: its folder, which may be in that of a scope. */
const nameForm = /^(?:@[^/\\]{1,214}\/)?[^/\\]{1,214}$/;
const relativeSegment = /(?:^|[/\\])\.{0,2}(?:[/\\]|$)/;

/**
 * Returns whether a location names its folder in the one way that npm writes. npm finds the same folder by others, such as
 * `node_modules/a/.`, whose name is that of no package.
 */
export const isPlainLocation = (location: string): boolean =>
  !relativeSegment.test(location) &&
  !location.includes('\\') &&
  (!isInstalled(location) || nameForm.test(nameAtLocation(location)));

/** True for a directory outside the unit. */
export const isOutside = (location: string): boolean => location.startsWith('..') || location.startsWith('/');

/** True for a path deeper than any real tree; without a bound the resolution could run forever. */
export const isTooDeep = (location: string): boolean =>
  location.length > 4096 ||
  (location.length > maxSegments && location.split('/', maxSegments + 1).length > maxSegments);

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

/** The copies of one package: the shared one, and those that only an owner sees. */
interface Copies {
  shared?: string;
  byOwner?: Map<string, string>;
}

/** Nearly every package has only a shared copy, whose location suffices. */
const indexByName = (locations: ReadonlyMap<string, unknown>): Map<string, string | Copies> => {
  const index = new Map<string, string | Copies>();
  for (const location of locations.keys()) {
    if (!isInstalled(location)) continue;
    const name = nameAtLocation(location);
    const ownerLength = location.length - name.length - folder.length - 1;
    const known = index.get(name);
    if (ownerLength <= 0 && typeof known !== 'object') {
      index.set(name, location);
      continue;
    }
    const copies: Copies = typeof known === 'string' ? { shared: known } : (known ?? {});
    if (copies !== known) index.set(name, copies);
    if (ownerLength <= 0) copies.shared = location;
    else (copies.byOwner ??= new Map()).set(location.slice(0, ownerLength), location);
  }
  return index;
};

/** Returns the copy that a location sees. */
const copyFor = (location: string, copies: string | Copies): string | undefined => {
  if (typeof copies === 'string') return copies;
  const { shared, byOwner } = copies;
  const owner = byOwner && directoriesAbove(location).find((directory) => byOwner.has(directory));
  return owner === undefined ? shared : byOwner?.get(owner);
};

export type Resolve = (
  location: string,
  names: readonly string[],
  onMissing?: (name: string) => void,
) => string[];

/**
 * Resolves names as Node.js does: in the nearest node_modules above a location that has the package. After a million
 * lookups it finds nothing more, and notes that.
 */
export const createResolver = (locations: ReadonlyMap<string, unknown>, notes: Notes): Resolve => {
  const index = indexByName(locations);
  let lookUps = 0;
  return (location, names, onMissing) => {
    const found: string[] = [];
    for (const name of names) {
      lookUps += 1;
      if (lookUps > maxLookUps) {
        if (lookUps === maxLookUps + 1)
          notes.add('dependencies are not followed further from here', location);
        continue;
      }
      const copies = index.get(name);
      const copy = copies && copyFor(location, copies);
      if (copy === undefined) onMissing?.(name);
      else found.push(copy);
    }
    return found;
  };
};
