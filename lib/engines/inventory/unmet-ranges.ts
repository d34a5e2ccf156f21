import { meetsRange } from '@scangate/engines/ranges/ecosystem-ranges';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import type { FoundPackage } from './lockfile-reader.ts';
import type { Notes } from './gap-notes.ts';

/** The kind under which a locked version is noted that the package manager would replace. */
export const unmetRequests =
  'dependencies that the lockfile has in another version than the project asks for';

/** A request of a manifest, or of the lockfile's own roots, for a package in a range of its ecosystem. */
export interface RequestedRange {
  name: string;
  range: string;
}

/** Bounds the comparisons for one file, since a hostile one may repeat a name endlessly. */
const maxComparisons = 1_000_000;

const uncompared = 'versions are not compared with the manifest further from here';

/** A package from a path, a repository or another registry is not bound to the range. */
const isOutside = ({ local, origin, ecosystem, version }: FoundPackage, range: string): boolean =>
  !local &&
  !origin &&
  ecosystem !== undefined &&
  version !== undefined &&
  meetsRange(ecosystem, range, version) === false;

/** Yields what is asked with the entries of its name, while there are any, up to the limit of comparisons. */
function* withFound<T extends { name: string }>(
  asked: Iterable<T>,
  find: (name: string) => readonly FoundPackage[],
  notes: Notes,
): Generator<readonly [T, readonly FoundPackage[]]> {
  let left = maxComparisons;
  for (const one of asked) {
    const found = find(one.name);
    left -= found.length;
    if (left < 0) {
      notes.add(uncompared, one.name);
      return;
    }
    if (found.length > 0) yield [one, found];
  }
}

/** Notes each request that no entry of its name satisfies. A name without an entry is noted as a missing request. */
export const noteUnmetRanges = (
  asked: Iterable<RequestedRange>,
  find: (name: string) => readonly FoundPackage[],
  notes: Notes,
): void => {
  for (const [{ name, range }, found] of withFound(asked, find, notes))
    if (found.every((each) => isOutside(each, range))) notes.add(unmetRequests, `${name} ${range}`);
};

/** Returns a version without zeros at its end: most systems take `1` and `1.0` for the same. */
const withoutZeros = (version: string): string => {
  let bare = version;
  while (bare.endsWith('.0')) bare = bare.slice(0, -2);
  return bare;
};

/** Returns whether an entry of a registry has another version than is asked for. */
export const isOtherVersion = (
  { local, origin, ecosystem, version }: FoundPackage,
  asked: string,
): boolean => {
  if (local || origin || version === undefined || version === asked) return false;
  const order = ecosystem && versionOrder(ecosystem);
  if (!order) return withoutZeros(version) !== withoutZeros(asked);
  const [own, stated] = [order.parse(version), order.parse(asked)];
  return own === undefined || stated === undefined || order.compare(own, stated) !== 0;
};

/** Notes each version that a manifest fixes and that no entry of its name has. */
export const noteOtherVersions = (
  asked: Iterable<{ name: string; version: string }>,
  find: (name: string) => readonly FoundPackage[],
  notes: Notes,
): void => {
  for (const [{ name, version }, found] of withFound(asked, find, notes))
    if (found.every((each) => isOtherVersion(each, version)))
      notes.addOnce(unmetRequests, `${name} ${version}`);
};

/** Groups packages by name for look-ups, at the first of them: most lockfiles are read without their manifest. */
export const packagesByName = (
  packages: Iterable<FoundPackage>,
  nameOf: (found: FoundPackage) => string = ({ name }) => name,
): ((name: string) => readonly FoundPackage[]) => {
  let byName: Map<string, FoundPackage[]> | undefined;
  return (name) => {
    byName ??= Map.groupBy(packages, nameOf);
    return byName.get(name) ?? [];
  };
};
