import semver from 'semver';
import type { Notes } from '../notes.ts';
import type { FoundPackage } from '../lockfile-reader.ts';
import { unmetRequests } from '../unmet-ranges.ts';
import { splitSpec } from './npm-spec.ts';

/** A request of a manifest for a package. */
export interface AskedPackage {
  name: string;
  range: string;
}

/** Returns name and range of a request; behind an alias the name is that of the other package. */
const unaliased = ({ name, range }: AskedPackage): AskedPackage => {
  if (!range.startsWith('npm:')) return { name, range };
  const bare = range.slice('npm:'.length);
  return semver.validRange(bare, { loose: true }) === null ? splitSpec(range) : { name, range: bare };
};

/**
 * Returns whether a package is what a manifest asks for. Tags, catalogs, paths and addresses do not say a version, so
 * any package meets them.
 */
const meets = (asked: AskedPackage, found: FoundPackage): boolean => {
  if (found.local || found.origin || found.ecosystem !== 'npm') return true;
  const { name, range } = unaliased(asked);
  const isAlias = name !== asked.name;
  if (semver.validRange(range, { loose: true }) === null) return !isAlias || found.name === name;
  if (found.name !== name) return false;
  const version = semver.valid(found.version ?? '', { loose: true });
  return version === null || semver.satisfies(version, range, { loose: true, includePrerelease: true });
};

/** Notes what the lockfile has in a version, or of a name, that the manifest does not ask for. */
export const noteUnmetRequest = (
  asked: AskedPackage,
  found: FoundPackage | undefined,
  notes: Notes,
): void => {
  if (found && !meets(asked, found)) notes.add(unmetRequests, `${asked.name}@${asked.range}`);
};
