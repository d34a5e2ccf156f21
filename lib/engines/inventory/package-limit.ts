import type { Notes } from './gap-notes.ts';

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

const noKeys: readonly string[] = [];

/** Indexes package keys by the names that dependents use. */
export class KeysByName {
  /** Nearly all names have one key, which needs no list. */
  readonly #keys = new Map<string, string | string[]>();
  #followed = 0;

  add(name: string, key: string): void {
    const keys = this.#keys.get(name);
    if (keys === undefined) this.#keys.set(name, key);
    else if (typeof keys === 'string') this.#keys.set(name, [keys, key]);
    else if (keys.length < maxVersions) keys.push(key);
  }

  /** Returns all versions of the name, or one when the total is exceeded. */
  find(name: string): readonly string[] {
    const keys = this.#keys.get(name) ?? noKeys;
    if (typeof keys === 'string') return [keys];
    this.#followed += keys.length;
    return this.#followed > maxFollowed ? keys.slice(0, 1) : keys;
  }
}
