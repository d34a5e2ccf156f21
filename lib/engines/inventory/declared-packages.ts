import { strongerScope, type DependencyScope } from '../model/component.ts';
import { maxPackages } from './package-limit.ts';
import type { Notes } from './gap-notes.ts';
import type { FoundPackage } from './lockfile-reader.ts';

/**
 * Collects the packages that the files of a build declare. The same version in several files is one package
 * with the strongest scope.
 */
export class DeclaredPackages {
  readonly #packages = new Map<string, FoundPackage & { scope: DependencyScope }>();
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  add(found: FoundPackage & { scope: DependencyScope }): void {
    const known = this.#packages.get(found.key);
    if (known) known.scope = strongerScope(known.scope, found.scope);
    else if (this.#packages.size >= maxPackages) this.#notes.addOmitted(1);
    else this.#packages.set(found.key, found);
  }

  list(): (FoundPackage & { scope: DependencyScope })[] {
    return [...this.#packages.values()];
  }
}
