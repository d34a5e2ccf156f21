import type { Notes } from './notes.ts';

/** What one inventory holds at most, and so what one file needs to be read for. */
export const maxPackages = 100_000;

/** How many versions of one name are followed when a dependency does not say which it means. */
const maxVersions = 64;

/** How many such versions are handed out in all, beyond what a graph can hold; without a bound a small file grows huge. */
const maxFollowed = 2_000_000;

/** The packages of a list as far as they are read; what is beyond is noted. */
export const limitPackages = <T>(items: readonly T[], notes: Notes): readonly T[] => {
  if (items.length <= maxPackages) return items;
  notes.leaveOut(items.length - maxPackages);
  return items.slice(0, maxPackages);
};

/** Keys of packages by what their dependents call them. */
export class KeysByName {
  readonly #keys = new Map<string, string[]>();
  #followed = 0;

  add(name: string, key: string): void {
    const keys = this.#keys.get(name);
    if (!keys) this.#keys.set(name, [key]);
    else if (keys.length < maxVersions) keys.push(key);
  }

  /** All versions of the name; of a graph that no file needs, one. */
  find(name: string): readonly string[] {
    const keys = this.#keys.get(name) ?? [];
    if (keys.length > 1) this.#followed += keys.length;
    return this.#followed > maxFollowed ? keys.slice(0, 1) : keys;
  }
}
