import type { DependencyScope } from '@scangate/engines/model/component';
import { strongerScope } from '@scangate/engines/model/component';
import { emptyRoots, type FoundPackage, type LockfileContent } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import { unique } from '@scangate/engines/text/unique-texts';

/** An entry of a Maven tree. */
export interface MavenNode {
  /** `group:artifact`. */
  name: string;
  version: string;
  /** Maven's; '' for the project itself. */
  scope: string;
  isOptional: boolean;
}

const scopeOf = ({ scope, isOptional }: MavenNode): DependencyScope => {
  if (scope === 'test') return 'dev';
  return isOptional || scope === 'provided' || scope === 'system' ? 'optional' : 'required';
};

/** Builds the packages of one or more trees from their entries, in the order of the listing. */
export class MavenTree {
  readonly #packages = new Map<string, FoundPackage>();
  readonly #direct = new Set<string>();
  readonly #projects = new Set<string>();
  readonly #notes: Notes;
  #path: (FoundPackage | undefined)[] = [];

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  get isEmpty(): boolean {
    return this.#projects.size === 0;
  }

  /** Begins the tree of a project. */
  begin({ name, version }: MavenNode): void {
    const key = `${name}@${version}`;
    this.#projects.add(key);
    const found = this.#packages.get(key) ?? { key, ecosystem: 'Maven', name, version };
    this.#packages.set(key, found);
    this.#path = [];
  }

  /** Adds an entry below the last one that is a level higher; level 0 holds the direct dependencies of the project. */
  add(depth: number, node: MavenNode): void {
    this.skip(depth);
    const { name, version } = node;
    const key = `${name}@${version}`;
    const scope = scopeOf(node);
    let found = this.#packages.get(key);
    if (found) found.scope = found.scope === undefined ? scope : strongerScope(found.scope, scope);
    else if (this.#packages.size < maxPackages) {
      found = { key, ecosystem: 'Maven', name, version, scope };
      this.#packages.set(key, found);
    } else {
      this.#notes.addOmitted(1);
      return;
    }
    if (depth === 0) this.#direct.add(key);
    const parent = depth > 0 ? this.#path[depth - 1] : undefined;
    if (parent?.dependsOn) parent.dependsOn.push(key);
    else if (parent) parent.dependsOn = [key];
    this.#path[depth] = found;
  }

  /** Skips an entry; nothing is below it. */
  skip(depth: number): void {
    if (this.#path.length > depth) this.#path.length = depth;
  }

  content(): LockfileContent {
    // A module of the build is not one of its own dependencies, even where another module depends on it.
    const packages = Array.from(this.#packages.values(), (found): FoundPackage => {
      if (found.dependsOn) found.dependsOn = unique(found.dependsOn);
      if (!this.#projects.has(found.key)) return found;
      const { key, name, version, dependsOn } = found;
      return { key, name, version: version ?? '', local: 'member', ...(dependsOn && { dependsOn }) };
    });
    return { packages, roots: { ...emptyRoots(), required: [...this.#direct] } };
  }
}
