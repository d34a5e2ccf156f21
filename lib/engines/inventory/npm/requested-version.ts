import semver from 'semver';
import type { Notes } from '../gap-notes.ts';
import type { FoundPackage } from '../lockfile-reader.ts';
import { rangeIn, type Overrides, type PackageJson } from './package-json.ts';
import { unmetRequests } from '../unmet-ranges.ts';
import { splitSpec } from './npm-spec.ts';

/** A request of a manifest for a package. */
export interface RequestedPackage {
  name: string;
  range: string;
}

/** Returns the name and range of a request; for an alias, the name of the other package. */
const unaliased = ({ name, range }: RequestedPackage): RequestedPackage => {
  if (!range.startsWith('npm:')) return { name, range };
  const bare = range.slice('npm:'.length);
  return semver.validRange(bare, { loose: true }) === null ? splitSpec(range) : { name, range: bare };
};

/**
 * Returns whether a package is what a manifest requests. Tags, catalogs, paths and URLs do not state a version, so
 * any package satisfies them.
 */
const meets = (asked: RequestedPackage, found: FoundPackage): boolean => {
  if (found.local || found.origin || found.ecosystem !== 'npm') return true;
  const { name, range } = unaliased(asked);
  const isAlias = name !== asked.name;
  if (semver.validRange(range, { loose: true }) === null) return !isAlias || found.name === name;
  if (found.name !== name) return false;
  const version = semver.valid(found.version ?? '', { loose: true });
  return version === null || semver.satisfies(version, range, { loose: true, includePrerelease: true });
};

/**
 * Notes a package whose name or version in the lockfile is not what the manifest requests.
 * @param ranges of which one has to be met, where overrides replace the range of the request.
 */
export const noteUnmetRequest = (
  asked: RequestedPackage,
  found: FoundPackage | undefined,
  { notes, ranges = [asked.range] }: { notes: Notes; ranges?: readonly string[] },
): void => {
  if (found && !ranges.some((range) => meets({ name: asked.name, range }, found)))
    notes.add(unmetRequests, `${asked.name}@${asked.range}`);
};

/** Returns whether an override for some ranges is for that of a request. */
const isSelected = (asked: RequestedPackage, selector: string | undefined): boolean => {
  if (selector === undefined || selector === asked.range) return true;
  const [wanted, range] = [selector.replace('npm:', ''), unaliased(asked).range].map((each) =>
    semver.validRange(each, { loose: true }),
  );
  return (
    typeof wanted === 'string' &&
    typeof range === 'string' &&
    semver.intersects(wanted, range, { loose: true })
  );
};

/** Returns the ranges that overrides put in the place of that of a direct dependency. */
export const rangesUnder = (
  overrides: Overrides,
  asked: RequestedPackage,
  rangeOf: (name: string) => string | undefined,
): string[] => {
  const { name, range } = asked;
  const stated = (overrides.get(name) ?? []).filter(({ selector }) => isSelected(asked, selector));
  const replacing = stated.map(({ value }) =>
    value.startsWith('$') ? (rangeOf(value.slice(1)) ?? '*') : value,
  );
  return stated.some(({ selector }) => selector === undefined) ? replacing : [range, ...replacing];
};

/** Returns a function that tells the ranges by which a package manager chooses, of which one has to be met. */
export const rangesOfManager =
  (manager: keyof PackageJson['overrides'], root: PackageJson | undefined) =>
  (asked: RequestedPackage): string[] =>
    root ? rangesUnder(root.overrides[manager], asked, (name) => rangeIn(root, name)) : [asked.range];
