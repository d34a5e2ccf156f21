import type { Notes } from './gap-notes.ts';
import type { FoundPackage } from './lockfile-reader.ts';

/** The limit of packages in one inventory, and so of packages read from one file. */
export const maxPackages = 100_000;

/** The limit of versions of one name that are followed when a dependency does not state a version. */
const maxVersions = 64;

/** The limit of such versions in total; without it a small file could make a huge graph. */
const maxFollowed = 2_000_000;

/** Truncates a list to the package limit and notes the rest. */
export const limitPackages = <T>(items: readonly T[], notes: Notes): readonly T[] => {
  if (items.length <= maxPackages) return items;
  notes.addOmitted(items.length - maxPackages);
  return items.slice(0, maxPackages);
};

/** CycloneDX's limit of the characters of a version. */
const longestVersion = 1_024;

/** Removes versions that no SBOM can state, and notes their packages. */
export const removeLongVersions = (packages: readonly FoundPackage[], notes: Notes): void => {
  for (const found of packages)
    if (found.version !== undefined && found.version.length > longestVersion) {
      delete found.version;
      notes.add(`not assessed: the version has more than ${longestVersion} characters`, found.name);
    }
};

/** Indexes packages, or their keys, by the names that dependents use. */
export class KeysByName<T extends string | object = string> {
  /** Nearly all names have one package, which needs no list. */
  readonly #found = new Map<string, T | T[]>();
  #followed = 0;

  add(name: string, each: T): void {
    const known = this.#found.get(name);
    if (known === undefined) this.#found.set(name, each);
    else if (!Array.isArray(known)) this.#found.set(name, [known, each]);
    else if (known.length < maxVersions) known.push(each);
  }

  /** Adds a package unless its name has one. @returns the first one that has it already. */
  addFirst(name: string, each: T): T | undefined {
    const known = this.#found.get(name);
    if (known === undefined) this.#found.set(name, each);
    return Array.isArray(known) ? known[0] : known;
  }

  /** Returns the package that was added first under a name. */
  first(name: string): T | undefined {
    const found = this.#found.get(name);
    return Array.isArray(found) ? found[0] : found;
  }

  /** Returns the package of a name that has only one. */
  sole(name: string): T | undefined {
    const found = this.#found.get(name);
    return Array.isArray(found) ? undefined : found;
  }

  /** Returns all versions of the name, or one when the total is exceeded. */
  find(name: string): readonly T[] {
    const found = this.#found.get(name);
    if (found === undefined) return [];
    if (!Array.isArray(found)) return [found];
    this.#followed += found.length;
    return this.#followed > maxFollowed ? found.slice(0, 1) : found;
  }
}
