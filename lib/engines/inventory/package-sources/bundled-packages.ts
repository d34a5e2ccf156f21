import { entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

/** Beyond these no location counts as bundled, so that a hostile lockfile takes no time. */
const maxLookUps = 1_000_000;
const longestLocation = 1024;

const tables = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;

const namesIn = (entry: Table): string[] =>
  tables.flatMap((table) => entriesOf(member(entry, table)).map(([name]) => name));

/** Returns the names that an entry says are inside of its archive; `true` stands for all that it depends on. */
const bundledNames = (entry: Table): readonly string[] => {
  const stated = member(entry, 'bundleDependencies') ?? member(entry, 'bundledDependencies');
  return stated === true ? namesIn(entry) : textsOf(stated);
};

/** Returns whether an entry of a lockfile of npm says that its package is inside the archive of another one. */
export const saysBundled = (entry: Table): boolean =>
  member(entry, 'inBundle') === true || member(entry, 'bundled') === true;

/** Collects what the entries of a flat table say of bundles, by location. */
export class BundledPackages {
  readonly #bundlers = new Map<string, readonly string[]>();
  /** The names that each package which claims to be in a bundle depends on. */
  readonly #claims = new Map<string, readonly string[]>();

  #lookUps = 0;

  /** Adds an entry, in the place of an earlier one at this location. */
  add(location: string, entry: Table | undefined): void {
    this.#bundlers.delete(location);
    this.#claims.delete(location);
    if (!entry || location.length > longestLocation) return;
    const names = bundledNames(entry);
    // npm fetches what the project itself bundles as it does everything else.
    if (names.length > 0 && location.includes('node_modules/')) this.#bundlers.set(location, names);
    if (saysBundled(entry)) this.#claims.set(location, namesIn(entry));
  }

  /**
   * Returns the locations whose claim is true of this lockfile: packages that one above them bundles, and those that they depend on
   * beside them.
   */
  locations(): ReadonlySet<string> {
    const found = new Set<string>();
    for (const [bundler, names] of this.#bundlers) {
      const open = names.map((name) => `${bundler}/node_modules/${name}`);
      for (let location = open.pop(); location !== undefined; location = open.pop()) {
        const needed = this.#claims.get(location);
        if (!needed || found.has(location)) continue;
        found.add(location);
        for (const name of needed) {
          const copy = this.#copyFor(name, location, bundler);
          if (copy !== undefined) open.push(copy);
        }
      }
    }
    return found;
  }

  /** Returns the nearest copy of a package that a location sees inside of a bundle. */
  #copyFor(name: string, location: string, bundler: string): string | undefined {
    for (
      let above = location;
      above.length >= bundler.length;
      above = above.slice(0, above.lastIndexOf('/node_modules/'))
    ) {
      this.#lookUps += 1;
      if (this.#lookUps > maxLookUps) return undefined;
      const copy = `${above}/node_modules/${name}`;
      if (this.#claims.has(copy)) return copy;
    }
    return undefined;
  }
}
