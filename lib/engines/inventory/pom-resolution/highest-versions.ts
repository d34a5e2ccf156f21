import type { Pom } from '../jvm/maven-pom.ts';
import type { EffectiveDependency } from './effective-dependencies.ts';
import { higherVersion, isNewest, isRange, newestIn } from './version-constraint.ts';

/** A requested module. */
export interface ModuleRequest {
  /** `group:artifact`. */
  name: string;
  /** May be a range; absent when nothing states it. */
  version?: string;
}

/** Answers of the published poms and of the platforms of a build. */
export interface ModulePoms {
  pomOf(name: string, version: string): Pom | undefined;
  dependenciesOf(pom: Pom): readonly EffectiveDependency[];
  versionsOf(name: string): readonly string[];
  /** Returns the version that the platforms set for a module, which is then the lowest one that Gradle takes. */
  recommended(name: string): string | undefined;
  /** Returns the version for a module whose version nothing else states. */
  fallback(name: string): string | undefined;
}

export interface ModuleGraph {
  /** The chosen versions; undefined where nothing states one. */
  versions: ReadonlyMap<string, string | undefined>;
  /** The names of the dependencies of each module. */
  needs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Poms that were not found, as `group:artifact:version`. */
  missing: Set<string>;
  /** Requests whose version was chosen among the known ones, as `group:artifact:range`. */
  ranges: Set<string>;
  /** Modules that were left out because there are too many. */
  omitted: number;
  /** The number of requests. */
  requests: number;
  /** False when the choice did not reach a fixed point. */
  isSettled: boolean;
}

const maxModules = 20_000;
const maxRounds = 50;

const isSame = (
  a: ReadonlyMap<string, string | undefined>,
  b: ReadonlyMap<string, string | undefined>,
): boolean => a.size === b.size && [...a].every(([name, version]) => b.has(name) && b.get(name) === version);

const matches = (patterns: ReadonlySet<string>, name: string): boolean => {
  const [group, artifact] = name.split(':');
  return [name, `${group}:*`, `*:${artifact}`, '*:*'].some((pattern) => patterns.has(pattern));
};

/** A walk through the graph with the versions that the previous walk chose. */
class Walk {
  readonly versions = new Map<string, string | undefined>();
  readonly needs = new Map<string, Set<string>>();
  readonly missing = new Set<string>();
  readonly ranges = new Set<string>();
  omitted = 0;
  requests = 0;
  readonly #poms: ModulePoms;
  readonly #chosen: ReadonlyMap<string, string | undefined>;
  /** The patterns that every path to a module excludes. */
  readonly #excluded = new Map<string, ReadonlySet<string>>();
  readonly #pending: string[] = [];

  constructor(poms: ModulePoms, chosen: ReadonlyMap<string, string | undefined>) {
    this.#poms = poms;
    this.#chosen = chosen;
  }

  run(requests: readonly ModuleRequest[]): this {
    for (const request of requests) this.#ask(request, new Set());
    for (let name = this.#pending.pop(); name !== undefined; name = this.#pending.pop()) this.#follow(name);
    return this;
  }

  #ask({ name, version }: ModuleRequest, excluded: ReadonlySet<string>): void {
    this.requests += 1;
    const isNew = !this.versions.has(name);
    if (isNew && this.versions.size >= maxModules) {
      this.omitted += 1;
      return;
    }
    const stated = version === undefined || version === '' ? this.#poms.fallback(name) : version;
    const asked = higherVersion(this.#pinned(name, stated), this.#poms.recommended(name));
    this.versions.set(name, higherVersion(this.versions.get(name), asked));
    const known = this.#excluded.get(name);
    const both = known ? new Set([...known].filter((pattern) => excluded.has(pattern))) : excluded;
    this.#excluded.set(name, both);
    if (isNew || both.size < (known?.size ?? 0)) this.#pending.push(name);
  }

  #pinned(name: string, version: string | undefined): string | undefined {
    if (version === undefined) return undefined;
    const isDynamic = isNewest(version) || version.endsWith('+') || version.startsWith('latest.');
    if (!isDynamic && !isRange(version)) return version;
    this.ranges.add(`${name}:${version}`);
    const versions = this.#poms.versionsOf(name);
    if (isRange(version)) return newestIn(version, versions);
    const prefix = version.endsWith('+') ? version.slice(0, -1) : '';
    return newestIn(
      'RELEASE',
      versions.filter((each) => each.startsWith(prefix)),
    );
  }

  #follow(name: string): void {
    const version = this.#chosen.get(name) ?? this.versions.get(name);
    if (version === undefined) return;
    const pom = this.#poms.pomOf(name, version);
    if (!pom) {
      this.missing.add(`${name}:${version}`);
      return;
    }
    const needs = this.needs.get(name) ?? new Set();
    this.needs.set(name, needs);
    const excluded = this.#excluded.get(name) ?? new Set();
    for (const { exclusions, ...dependency } of this.#dependenciesOf(pom, { name, version })) {
      if (matches(excluded, dependency.name)) continue;
      needs.add(dependency.name);
      this.#ask(dependency, exclusions.length === 0 ? excluded : new Set([...excluded, ...exclusions]));
    }
  }

  #dependenciesOf(
    pom: Pom,
    { name, version }: { name: string; version: string },
  ): (ModuleRequest & { exclusions: readonly string[] })[] {
    const { relocation } = pom;
    if (relocation) {
      const [group = '', artifact = ''] = name.split(':');
      const target = `${relocation.group ?? group}:${relocation.artifact ?? artifact}`;
      return [{ name: target, version: relocation.version ?? version, exclusions: [] }];
    }
    return this.#poms
      .dependenciesOf(pom)
      .filter(({ scope, optional }) => !optional && (scope === 'compile' || scope === 'runtime'));
  }
}

/**
 * Resolves modules as Gradle does by their poms: the highest requested version of each module wins and contributes
 * its dependencies, until nothing changes. It is pure and bounded.
 */
export const highestVersions = (requests: readonly ModuleRequest[], poms: ModulePoms): ModuleGraph => {
  let chosen: ReadonlyMap<string, string | undefined> = new Map();
  let requested = 0;
  for (let count = 1; ; count += 1) {
    const walk = new Walk(poms, chosen).run(requests);
    const { versions } = walk;
    requested += walk.requests;
    const isSettled = isSame(versions, chosen);
    if (isSettled || count === maxRounds) {
      const { needs, missing, ranges, omitted } = walk;
      return { versions, needs, missing, ranges, omitted, requests: requested, isSettled };
    }
    chosen = versions;
  }
};
