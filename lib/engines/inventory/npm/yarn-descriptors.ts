import { globMatches } from '@scangate/engines/suppression/path-glob';
import { emptyRoots, rootKinds, type LockfileInput, type Roots } from '../lockfile-reader.ts';
import { readPackageJson, type PackageJson } from './package-json.ts';
import { siblingPath, directoryOf } from '@scangate/engines/units/paths';

/** Resolves `name@range` to a package by the keys of a yarn.lock. */
export class Descriptors {
  readonly #keys = new Map<string, string>();
  readonly #byName = new Map<string, Set<string>>();

  /** @param key of the package that `name@range` resolves to. */
  add(name: string, range: string, key: string): void {
    this.#keys.set(`${name}@${range}`, key);
    const keys = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, keys.add(key));
  }

  /**
   * Returns the key that `name` at `range` resolves to. `resolutions` in package.json replace ranges, so a name
   * with only one version matches any range.
   */
  find(name: string, range: string): string | undefined {
    const exact = this.#keys.get(`${name}@${range}`) ?? this.#keys.get(`${name}@npm:${range}`);
    if (exact !== undefined) return exact;
    const keys = this.#byName.get(name);
    return keys?.size === 1 ? keys.values().next().value : undefined;
  }

  findAll(ranges: Iterable<readonly [string, string]>): string[] {
    return [...ranges].flatMap(([name, range]) => this.find(name, range) ?? []);
  }
}

const maxPatterns = 100;
/** True for globs without braces or classes, which are not interpreted. */
const isPlain = (pattern: string): boolean => /^!?[\w@.*/-]{1,500}$/.test(pattern);

/**
 * Returns a test for the package.json of workspace members. All files match if the root's patterns are not
 * plain.
 */
const memberOf = (root: PackageJson | undefined): ((path: string) => boolean) => {
  const patterns = (root?.workspaces ?? []).slice(0, maxPatterns);
  if (!root || !patterns.every(isPlain)) return () => true;
  const globs = patterns.map((pattern) => ({
    isExcluded: pattern.startsWith('!'),
    glob: `/${pattern.replace(/^!?(?:\.\/)?/, '').replace(/\/$/, '')}/package.json`,
  }));
  const fits = (path: string, excluded: boolean): boolean =>
    globs.some(({ isExcluded, glob }) => isExcluded === excluded && globMatches(glob, path));
  return (path) => path === 'package.json' || (fits(path, false) && !fits(path, true));
};

/**
 * Reads the direct dependencies from the package.json files of the unit and its workspace members; undefined
 * without any.
 */
export const rootsFromManifests = (
  { path: lockfile, findNearby, readText }: LockfileInput,
  descriptors: Descriptors,
): Roots | undefined => {
  const isMember = memberOf(readPackageJson(readText(siblingPath(lockfile, 'package.json'))));
  const { length } = directoryOf(lockfile);
  const manifests = findNearby('package.json').flatMap((path): PackageJson[] => {
    const manifest = isMember(path.slice(length)) ? readPackageJson(readText(path)) : undefined;
    return manifest ? [manifest] : [];
  });
  if (manifests.length === 0) return undefined;
  const roots = emptyRoots();
  for (const manifest of manifests) {
    for (const kind of rootKinds)
      for (const key of descriptors.findAll(manifest[kind])) roots[kind].push(key);
  }
  return roots;
};
