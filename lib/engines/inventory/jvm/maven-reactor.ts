import { posix } from 'node:path';
import { interpolate } from '../parse/interpolate.ts';
import { versionFromBom } from './known-boms.ts';
import type { Pom, PomDependency } from './maven-pom.ts';
import { pinnedMavenVersion } from '../pinned-version.ts';

export interface ManagedValues {
  version?: string;
  scope?: string;
}

/** Bounds far above any real build, so that a hostile one ends. */
const maxParents = 50;
const maxSteps = 5_000_000;

type Chain = readonly Pom[];

const keyOf = (group: string, artifact: string, { type, classifier }: PomDependency): string =>
  `${group}:${artifact}:${type ?? 'jar'}:${classifier ?? ''}`;

const isImport = ({ scope, type }: PomDependency): boolean => scope === 'import' && type === 'pom';

/**
 * Resolves inheritance and BOM imports among the poms of a repository, as Maven's "Introduction to the POM"
 * describes.
 */
export class Reactor {
  readonly #byPath: ReadonlyMap<string, Pom>;
  readonly #byName = new Map<string, Pom>();
  readonly #chains = new Map<Pom, Chain>();
  readonly #managed = new Map<Pom, ReadonlyMap<string, PomDependency>>();
  /** External poms by chain, as `group:artifact:version`: parents first, then imported BOMs. */
  readonly #outsideOf = new Map<Chain, Set<string>>();
  #steps = 0;

  constructor(poms: ReadonlyMap<string, Pom>) {
    this.#byPath = poms;
    for (const pom of poms.values()) {
      const name = `${pom.group ?? pom.parent?.group ?? ''}:${pom.artifact}`;
      if (!this.#byName.has(name)) this.#byName.set(name, pom);
    }
  }

  /** Parents and BOMs that are referred to but are not in the repository, as `group:artifact:version`. */
  get outside(): Iterable<string> {
    return new Set([...this.#outsideOf.values()].flatMap((names) => [...names]));
  }

  /** Returns a project of this repository by `group:artifact`. */
  member(name: string): Pom | undefined {
    return this.#byName.get(name);
  }

  /** Returns the pom, its parent, the parent's parent and so on, as far as they are in the repository. */
  chainOf(pom: Pom): Chain {
    const known = this.#chains.get(pom);
    if (known) return known;
    const chain: Pom[] = [];
    const seen = new Set<Pom>();
    for (
      let at: Pom | undefined = pom;
      at && !seen.has(at) && chain.length < maxParents;
      at = this.#parentOf(at)
    ) {
      seen.add(at);
      chain.push(at);
    }
    this.#chains.set(pom, chain);
    const last = chain.at(-1);
    if (last?.parent && !this.#parentOf(last)) {
      const { group, artifact, version } = last.parent;
      this.#noteOutside(chain, `${group}:${artifact}:${version}`);
    }
    return chain;
  }

  versionOf(pom: Pom): string | undefined {
    return this.resolve(pom.version ?? pom.parent?.version ?? '', this.chainOf(pom));
  }

  /** Replaces properties as the first pom of the chain sees them. */
  resolve(text: string, chain: Chain): string | undefined {
    return interpolate(text, (name) => this.#property(name.trim(), chain));
  }

  /** Returns the managed values of a dependency: from the pom itself, its parents, then imported BOMs. */
  managed(dependency: PomDependency, chain: Chain): ManagedValues {
    const group = this.resolve(dependency.group, chain) ?? '';
    const artifact = this.resolve(dependency.artifact, chain) ?? '';
    return this.#lookUp(keyOf(group, artifact, dependency), chain, new Set()) ?? {};
  }

  #lookUp(key: string, chain: Chain, visited: Set<Pom>): ManagedValues | undefined {
    for (const pom of chain) {
      this.#steps += 1;
      const found = this.#managedBy(pom).get(key);
      if (found) return this.#valuesOf(found, chain);
    }
    for (const bom of this.#imports(chain)) {
      if (visited.has(bom) || this.#steps > maxSteps) continue;
      visited.add(bom);
      const found = this.#lookUp(key, this.chainOf(bom), visited);
      if (found) return found;
    }
    return this.#byOutside(key, chain);
  }

  /** Returns the version from a well-known parent or BOM that is not in the repository. */
  #byOutside(key: string, chain: Chain): ManagedValues | undefined {
    const [group = '', artifact = ''] = key.split(':');
    const boms = this.#outsideOf.get(chain) ?? [];
    for (const bom of boms) {
      const [g, a, stated] = bom.split(':');
      const bomVersion = pinnedMavenVersion(stated);
      const version =
        bomVersion && versionFromBom({ name: `${g}:${a}`, version: bomVersion }, { group, artifact });
      if (version) return { version };
    }
    return undefined;
  }

  #noteOutside(chain: Chain, name: string): void {
    const names = this.#outsideOf.get(chain) ?? new Set();
    this.#outsideOf.set(chain, names.add(name));
  }

  #valuesOf({ version, scope }: PomDependency, chain: Chain): ManagedValues {
    const resolved = version === undefined ? undefined : this.resolve(version, chain);
    return {
      ...(resolved !== undefined && { version: resolved }),
      ...(scope !== undefined && { scope }),
    };
  }

  #managedBy(pom: Pom): ReadonlyMap<string, PomDependency> {
    const known = this.#managed.get(pom);
    if (known) return known;
    const chain = this.chainOf(pom);
    const own = new Map<string, PomDependency>();
    for (const dependency of pom.managed) {
      if (isImport(dependency)) continue;
      const group = this.resolve(dependency.group, chain);
      const artifact = this.resolve(dependency.artifact, chain);
      if (group !== undefined && artifact !== undefined)
        own.set(keyOf(group, artifact, dependency), dependency);
    }
    this.#managed.set(pom, own);
    return own;
  }

  /** Returns imported BOMs that are in the repository and records the others as external. */
  #imports(chain: Chain): Pom[] {
    return chain.flatMap((pom) => {
      this.#steps += pom.managed.length;
      return this.#steps > maxSteps
        ? []
        : pom.managed.filter(isImport).flatMap((bom) => this.#bom(bom, chain));
    });
  }

  #bom({ group, artifact, version }: PomDependency, chain: Chain): Pom[] {
    const [g, a, v] = [group, artifact, version ?? ''].map((text) => this.resolve(text, chain) ?? text);
    const pom = this.#byName.get(`${g}:${a}`);
    if (pom && this.versionOf(pom) === v) return [pom];
    this.#noteOutside(chain, `${g}:${a}:${v}`);
    return [];
  }

  /**
   * Finds the parent by relative path if it matches, else by name. A pom of another version is not the parent.
   */
  #parentOf({ path, parent }: Pom): Pom | undefined {
    if (!parent) return undefined;
    const target = posix.normalize(posix.join(posix.dirname(path), parent.relativePath || '.'));
    const byPath = parent.relativePath && (this.#byPath.get(target) ?? this.#byPath.get(`${target}/pom.xml`));
    const isMeant = ({ artifact, version, parent: above }: Pom): boolean =>
      artifact === parent.artifact &&
      ((version ?? above?.version) === parent.version || /^[[(]/.test(parent.version));
    if (byPath && isMeant(byPath)) return byPath;
    const named = this.#byName.get(`${parent.group}:${parent.artifact}`);
    return named && isMeant(named) ? named : undefined;
  }

  #property(name: string, chain: Chain): string | undefined {
    const [own] = chain;
    const modeled = own && this.#modelField(name.replace(/^(?:project|pom)\./, ''), own, name);
    if (modeled !== undefined) return modeled;
    for (const pom of chain) {
      const value = pom.properties.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #modelField(field: string, pom: Pom, name: string): string | undefined {
    if (field === name && !/^(?:version|groupId|artifactId)$/.test(name)) return undefined;
    if (field === 'version') return pom.version ?? pom.parent?.version;
    if (field === 'groupId') return pom.group ?? pom.parent?.group;
    if (field === 'artifactId') return pom.artifact;
    if (field === 'parent.version') return pom.parent?.version;
    return field === 'parent.groupId' ? pom.parent?.group : undefined;
  }
}
