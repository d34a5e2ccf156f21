import { posix } from 'node:path';
import { interpolate } from '../parse/interpolate.ts';
import type { Pom, PomDependency } from '../jvm/maven-pom.ts';
import { artifactKey, declarationKey } from './artifact-key.ts';
import { versionFromOutsideBoms } from './version-from-known-boms.ts';
import { isRange, newestIn } from './version-constraint.ts';
import type { PublishedPomCache } from './published-pom-cache.ts';
import type { ResolutionInputs } from './resolution-inputs.ts';
import { isMeant } from './local-parent.ts';
import { modelField } from './model-field.ts';

/** The values that dependency management sets for a dependency. */
export interface ManagedValues {
  version?: string;
  scope?: string;
  optional?: boolean;
  exclusions?: readonly string[];
}

/** A pom, its parent, the parent's parent and so on. */
export type Chain = readonly Pom[];

/** The kind of identity by which a managed value is looked up: that of declarations or that of files. */
type KeyKind = 'declaration' | 'artifact';

type ManagedByKey = Readonly<Record<KeyKind, Map<string, PomDependency>>>;

/** The entries that a pom itself manages: the first and the last of each key. */
interface OwnManaged {
  first: ManagedByKey;
  last: ManagedByKey;
}

/** Bounds far above any real build, so that a hostile one ends. */
const maxParents = 50;
const maxSteps = 5_000_000;
const maxImportDepth = 100;

const isImport = ({ scope, type }: PomDependency): boolean => scope === 'import' && type === 'pom';

/**
 * Resolves inheritance, properties, dependency management and BOM imports, as Maven's "Introduction to the POM" describes,
 * among the poms of a repository and the published ones.
 */
export class EffectivePoms {
  readonly #byPath: ReadonlyMap<string, Pom>;
  readonly #byName = new Map<string, Pom>();
  readonly #chains = new Map<Pom, Chain>();
  /** The poms whose parent chain is being built, which detects cycles. */
  readonly #building = new Set<Pom>();
  readonly #managed = new Map<Pom, OwnManaged>();
  readonly #imported = new Map<Pom, readonly Pom[]>();
  /** Poms of a chain that were not found, as `group:artifact:version`: parents first, then imported BOMs. */
  readonly #outsideOf = new Map<Chain, Set<string>>();
  readonly #book: PublishedPomCache | undefined;
  readonly #userProperties: ReadonlyMap<string, string>;
  /** Imported BOMs with the properties of the command line applied, by the published pom. */
  readonly #overlaid = new Map<Pom, Pom>();
  #steps = 0;
  /** Poms that are their own ancestor or import themselves, as `group:artifact`. */
  readonly circular = new Set<string>();
  /** Profiles of published poms that the environment decides about, as `group:artifact:version profile`. */
  readonly conditional = new Set<string>();
  /** True when managed versions were left out because there are too many BOMs. */
  isExhausted = false;
  /** Properties of dependencies that a profile sets which is not active by default. */
  readonly undecided = new Set<string>();

  constructor(poms: ReadonlyMap<string, Pom>, { book, userProperties = new Map() }: ResolutionInputs = {}) {
    this.#byPath = poms;
    this.#book = book;
    this.#userProperties = userProperties;
    for (const pom of poms.values()) {
      const name = this.nameOf(pom);
      if (!this.#byName.has(name)) this.#byName.set(name, pom);
    }
  }

  /** Parents and BOMs that are referred to but were not found, as `group:artifact:version`. */
  get outside(): Iterable<string> {
    return new Set([...this.#outsideOf.values()].flatMap((names) => [...names]));
  }

  nameOf({ group, artifact, parent }: Pom): string {
    return `${group ?? parent?.group ?? ''}:${artifact}`;
  }

  /** Returns a project of this repository by `group:artifact`. */
  member(name: string): Pom | undefined {
    return this.#byName.get(name);
  }

  /** Returns the pom, its parent, the parent's parent and so on, as far as they are known. */
  chainOf(pom: Pom): Chain {
    const known = this.#chains.get(pom);
    if (known) return known;
    // Choosing a parent may need the version of another project, which is then read without its parents.
    if (this.#building.has(pom) || this.#building.size >= maxParents) return [pom];
    this.#building.add(pom);
    const chain: Pom[] = [];
    const seen = new Set<Pom>();
    let at: Pom | undefined = pom;
    while (at && !seen.has(at) && chain.length < maxParents) {
      seen.add(at);
      chain.push(at);
      at = this.#parentOf(at);
    }
    this.#building.delete(pom);
    this.#chains.set(pom, chain);
    for (const each of chain)
      for (const profile of each.path === '' ? each.conditionalProfiles : [])
        this.conditional.add(`${this.nameOf(each)}:${each.version ?? each.parent?.version ?? ''} ${profile}`);
    const last = chain.at(-1);
    if (at && seen.has(at)) this.circular.add(this.nameOf(at));
    else if (last?.parent) {
      const { group, artifact, version } = last.parent;
      this.#noteOutside(chain, `${group}:${artifact}:${version}`);
    }
    return chain;
  }

  versionOf(pom: Pom): string | undefined {
    return this.resolve(pom.version ?? pom.parent?.version ?? '', this.chainOf(pom));
  }

  /** Replaces properties with their values in the first pom of the chain. */
  resolve(text: string, chain: Chain): string | undefined {
    return interpolate(text, (name) => this.#property(name.trim(), chain));
  }

  /** Returns the managed values of a declaration: from the pom itself, its parents, then imported BOMs. */
  managed(name: string, dependency: PomDependency, chain: Chain): ManagedValues {
    const key = declarationKey(name, dependency);
    return this.#lookUp({ kind: 'declaration', key }, chain) ?? {};
  }

  /** Returns what a pom manages for a file, whoever depends on it. */
  managedArtifact(key: string, chain: Chain): ManagedValues | undefined {
    return this.#lookUp({ kind: 'artifact', key }, chain);
  }

  #lookUp(
    wanted: { kind: KeyKind; key: string },
    chain: Chain,
    { visited, depth } = { visited: new Set<Pom>(), depth: 0 },
  ): ManagedValues | undefined {
    const imports = this.#imports(chain);
    // Maven merges the entries into a table only when there is something to merge.
    const chosen =
      imports.length > 0 || chain.some((pom, at) => at > 0 && pom.managed.length > 0) ? 'last' : 'first';
    for (const pom of chain) {
      this.#steps += 1;
      const found = this.#managedBy(pom)[chosen][wanted.kind].get(wanted.key);
      if (found) return this.#valuesOf(found, chain);
    }
    for (const bom of imports) {
      if (visited.has(bom)) continue;
      if (this.#steps > maxSteps || depth > maxImportDepth) {
        this.isExhausted = true;
        break;
      }
      visited.add(bom);
      const found = this.#lookUp(wanted, this.chainOf(bom), { visited, depth: depth + 1 });
      if (found) return found;
    }
    const version = versionFromOutsideBoms(wanted.key, this.#outsideOf.get(chain) ?? []);
    return version === undefined ? undefined : { version };
  }

  #noteOutside(chain: Chain, name: string): void {
    const names = this.#outsideOf.get(chain) ?? new Set();
    this.#outsideOf.set(chain, names.add(name));
  }

  #valuesOf({ version, scope, optional, exclusions }: PomDependency, chain: Chain): ManagedValues {
    const resolved = version === undefined ? undefined : this.resolve(version, chain);
    return {
      ...(resolved !== undefined && { version: resolved }),
      ...(scope !== undefined && { scope: this.resolve(scope, chain) ?? scope }),
      ...(optional !== undefined && { optional: this.resolve(optional, chain) === 'true' }),
      ...(exclusions && { exclusions: exclusions.map((text) => this.resolve(text, chain) ?? text) }),
    };
  }

  #managedBy(pom: Pom): OwnManaged {
    const known = this.#managed.get(pom);
    if (known) return known;
    const chain = this.chainOf(pom);
    const empty = (): ManagedByKey => ({ declaration: new Map(), artifact: new Map() });
    const own = { first: empty(), last: empty() };
    for (const dependency of pom.managed) {
      if (isImport(dependency)) continue;
      const group = this.resolve(dependency.group, chain);
      const artifact = this.resolve(dependency.artifact, chain);
      if (group === undefined || artifact === undefined) continue;
      const name = `${group}:${artifact}`;
      const keys = { declaration: declarationKey(name, dependency), artifact: artifactKey(name, dependency) };
      for (const kind of ['declaration', 'artifact'] as const) {
        if (!own.first[kind].has(keys[kind])) own.first[kind].set(keys[kind], dependency);
        own.last[kind].set(keys[kind], dependency);
      }
    }
    this.#managed.set(pom, own);
    return own;
  }

  /** Returns imported BOMs that are known and records the others as missing. */
  #imports(chain: Chain): readonly Pom[] {
    const [own] = chain;
    const known = own && this.#imported.get(own);
    if (known) return known;
    const found = chain.flatMap((pom) => {
      this.#steps += pom.managed.length;
      const isTooMany = this.#steps > maxSteps;
      this.isExhausted ||= isTooMany;
      return isTooMany ? [] : pom.managed.filter(isImport).flatMap((bom) => this.#bom(bom, chain));
    });
    if (own) this.#imported.set(own, found);
    return found;
  }

  #bom({ group, artifact, version }: PomDependency, chain: Chain): Pom[] {
    const [g, a, v] = [group, artifact, version ?? ''].map((text) => this.resolve(text, chain) ?? text);
    const pom = this.published(`${g}:${a}`, v ?? '') ?? this.#memberOfVersion(`${g}:${a}`, v);
    if (pom) return [this.#isForProject(chain) ? this.#withUserProperties(pom) : pom];
    this.#noteOutside(chain, `${g}:${a}:${v}`);
    return [];
  }

  #isForProject([own]: Chain): boolean {
    return own !== undefined && (own.path !== '' || this.#overlaid.get(own) === own);
  }

  /** Properties of the command line also take precedence over those of published BOMs that a project imports. */
  #withUserProperties(pom: Pom): Pom {
    if (pom.path !== '' || this.#userProperties.size === 0) return pom;
    const known = this.#overlaid.get(pom);
    if (known) return known;
    const overlaid = { ...pom, properties: new Map([...pom.properties, ...this.#userProperties]) };
    this.#overlaid.set(pom, overlaid).set(overlaid, overlaid);
    return overlaid;
  }

  #memberOfVersion(name: string, version: string | undefined): Pom | undefined {
    const pom = this.#byName.get(name);
    const raw = pom?.version ?? pom?.parent?.version;
    if (raw === version) return pom;
    return pom && raw?.includes('${') && this.versionOf(pom) === version ? pom : undefined;
  }

  /**
   * Returns a published pom. It takes precedence over a project of this repository with the same coordinates, so
   * that a project outside of the build hides nothing; a snapshot version is the project's own.
   */
  published(name: string, version: string): Pom | undefined {
    if (version.endsWith('-SNAPSHOT') && this.#memberOfVersion(name, version)) return undefined;
    return this.#book?.find(name, version);
  }

  /**
   * Finds the parent by relative path if it matches, else by name. A pom of another version is not the parent.
   */
  #parentOf({ path, parent }: Pom): Pom | undefined {
    if (!parent) return undefined;
    if (path !== '') {
      const target = posix.normalize(posix.join(posix.dirname(path), parent.relativePath || '.'));
      const byPath =
        parent.relativePath && (this.#byPath.get(target) ?? this.#byPath.get(`${target}/pom.xml`));
      if (byPath && isMeant(byPath, parent)) return byPath;
    }
    const name = `${parent.group}:${parent.artifact}`;
    const published = this.#publishedParent(name, parent.version);
    if (published) return published;
    const named = this.#byName.get(name);
    return named && isMeant(named, parent) ? named : undefined;
  }

  #publishedParent(name: string, version: string): Pom | undefined {
    const chosen = isRange(version) ? newestIn(version, this.#book?.versionsOf(name) ?? []) : version;
    return chosen === undefined ? undefined : this.published(name, chosen);
  }

  #property(name: string, chain: Chain): string | undefined {
    const [own] = chain;
    const prefixed = /^(?:project|pom)\.(.{1,100})$/.exec(name)?.[1];
    const field = own && prefixed !== undefined ? modelField(prefixed, own) : undefined;
    if (field !== undefined) return field;
    const stated = own && own.path !== '' ? this.#userProperties.get(name) : undefined;
    if (stated !== undefined) return stated;
    if (chain.some(({ otherProperties }) => otherProperties.includes(name))) this.undecided.add(name);
    for (const pom of chain) {
      const value = pom.properties.get(name);
      if (value !== undefined) return value;
    }
    return own && modelField(name, own);
  }
}
