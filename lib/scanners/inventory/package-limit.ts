import type { Notes } from './notes.ts';

/** What one inventory holds at most, and so what one file needs to be read for. */
export const maxPackages = 100_000;

/** How many versions of one name are followed when a dependency does not say which it means. */
const maxVersions = 64;

/** The packages of a list as far as they are read; what is beyond is noted. */
export const firstPackages = <T>(items: readonly T[], notes: Notes): readonly T[] => {
  if (items.length <= maxPackages) return items;
  notes.leaveOut(items.length - maxPackages);
  return items.slice(0, maxPackages);
};

/** Keys of packages by what their dependents call them. */
export class KeysByName {
  readonly #keys = new Map<string, string[]>();

  add(name: string, key: string): void {
    const keys = this.#keys.get(name);
    if (!keys) this.#keys.set(name, [key]);
    else if (keys.length < maxVersions) keys.push(key);
  }

  find(name: string): readonly string[] {
    return this.#keys.get(name) ?? [];
  }
}
