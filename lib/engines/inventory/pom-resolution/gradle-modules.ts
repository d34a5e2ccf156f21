import type { DependencyScope } from '@scangate/engines/model/component';
import { strongerScope } from '@scangate/engines/model/component';
import { isTestConfiguration } from '../jvm/gradle-scope.ts';
import { unknownRequests } from '../build-reader.ts';
import type { FoundPackage } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { pinnedMavenVersion } from '../pinned-version.ts';
import {
  highestVersions,
  type ModuleGraph,
  type ModulePoms,
  type ModuleRequest,
} from './highest-versions.ts';
import { MavenProjects } from './maven-projects.ts';
import { higherVersion } from './version-constraint.ts';
import { tooManyBoms, type PublishedPomCache } from './published-pom-cache.ts';

/** A module that a script declares, in one of its configurations. */
export interface DeclaredModule extends ModuleRequest {
  script: string;
  configuration: string;
  scope: DependencyScope;
  file: string;
}

type ScopedPackage = FoundPackage & { scope: DependencyScope };

const maxGraphs = 5000;
const main = '';

/** The modules that are resolved together: those of the program, those of its tests, and each tool separately. */
const groupsOf = (declared: readonly DeclaredModule[]): (readonly DeclaredModule[])[] => {
  const groups: (readonly DeclaredModule[])[] = [];
  for (const ofScript of Map.groupBy(declared, ({ script }) => script).values()) {
    const byConfiguration = Map.groupBy(ofScript, ({ scope, configuration }) =>
      scope === 'dev' ? configuration : main,
    );
    const program = byConfiguration.get(main) ?? [];
    for (const [configuration, own] of byConfiguration)
      groups.push(isTestConfiguration(configuration) ? [...program, ...own] : own);
  }
  return groups;
};

/** Returns the scopes of the modules of a graph: that of the strongest declaration from which each is reachable. */
const scopesIn = (
  { needs }: ModuleGraph,
  declared: readonly DeclaredModule[],
): ReadonlyMap<string, DependencyScope> => {
  const scopes = new Map<string, DependencyScope>();
  for (const scope of ['required', 'optional', 'dev'] as const) {
    const pending = declared.filter((each) => each.scope === scope).map(({ name }) => name);
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (scopes.has(name)) continue;
      scopes.set(name, scope);
      pending.push(...(needs.get(name) ?? []));
    }
  }
  return scopes;
};

/** Platforms and BOMs, as `group:artifact` with their versions. */
export type Platforms = ReadonlyMap<string, ReadonlySet<string>>;

/** The platforms of a build: those that a script itself has, and those that may apply to any script. */
export interface BuildPlatforms {
  ofScript: ReadonlyMap<string, Platforms>;
  anywhere: Platforms;
}

const nothing = (): undefined => undefined;

/** Resolves the modules of the scripts of a build by published poms. */
export class GradleModules {
  readonly #packages = new Map<string, ScopedPackage>();
  readonly #direct = new Set<string>();
  readonly #needs = new Map<string, Set<string>>();
  readonly #projects: MavenProjects;
  readonly #platforms: BuildPlatforms;
  readonly #book: PublishedPomCache;
  readonly #poms: Pick<ModulePoms, 'pomOf' | 'dependenciesOf' | 'versionsOf'>;

  constructor(book: PublishedPomCache, platforms: BuildPlatforms) {
    this.#projects = new MavenProjects(new Map(), { book });
    this.#platforms = platforms;
    this.#book = book;
    this.#poms = {
      pomOf: (name, version) => this.#projects.poms.published(name, version),
      // Beyond the limit of graphs, only the declared modules are listed.
      dependenciesOf: (pom) => (book.spend(0) ? this.#projects.dependenciesOf(pom) : []),
      versionsOf: (name) => book.versionsOf(name),
    };
  }

  /** Returns the versions that platforms set for a module. */
  #versionsBy(platforms: Platforms, notes: Notes): ((name: string) => string | undefined) | undefined {
    const { poms } = this.#projects;
    const boms = [...platforms]
      .flatMap(([name, versions]) => [...versions].map((version) => ({ name, version })))
      .flatMap(({ name, version }) => {
        const pom = poms.published(name, version);
        if (!pom)
          notes.add(
            'platforms, BOMs and constraints without a pom in the POM snapshot',
            `${name}:${version}`,
          );
        return pom ?? [];
      })
      // A constraint on a module is written like the import of a BOM.
      .filter(({ managed, dependencies }) => managed.length > 0 && dependencies.length === 0);
    if (boms.length === 0) return undefined;
    return (name) =>
      boms
        .map((bom) => poms.managedArtifact(`${name}:jar:`, poms.chainOf(bom))?.version)
        .reduce(higherVersion, undefined);
  }

  resolve(declared: readonly DeclaredModule[], notes: Notes): void {
    const groups = groupsOf(declared);
    if (groups.length > maxGraphs) notes.addOmitted(groups.length - maxGraphs);
    const anywhere = this.#versionsBy(this.#platforms.anywhere, notes);
    for (const group of groups.slice(0, maxGraphs)) {
      const own = this.#versionsBy(this.#platforms.ofScript.get(group[0]?.script ?? '') ?? new Map(), notes);
      const fallback = (name: string): string | undefined => own?.(name) ?? anywhere?.(name);
      const poms = { ...this.#poms, fallback, recommended: own ?? nothing };
      this.#add(highestVersions(group, poms), group, notes);
      // It is unknown whether those of other scripts apply here, so both choices are assessed.
      const both = (name: string): string | undefined => higherVersion(own?.(name), anywhere?.(name));
      if (anywhere) this.#add(highestVersions(group, { ...poms, recommended: both }), group, notes);
    }
    if (this.#projects.poms.isExhausted) notes.add(tooManyBoms, 'dependency management');
    for (const name of this.#projects.poms.outside)
      notes.add('parents and BOMs that are neither in this repository nor in the POM snapshot', name);
  }

  #add(graph: ModuleGraph, declared: readonly DeclaredModule[], notes: Notes): void {
    this.#book.spend(graph.requests);
    const scopes = scopesIn(graph, declared);
    const files = new Map(declared.map(({ name, file }) => [name, file]));
    const direct = new Set(declared.map(({ name }) => name));
    const keyOf = (name: string): string => `${name}@${pinnedMavenVersion(graph.versions.get(name)) ?? ''}`;
    const [first] = declared;
    for (const [name, stated] of graph.versions) {
      const [key, version] = [keyOf(name), pinnedMavenVersion(stated)];
      const scope = scopes.get(name) ?? 'required';
      const known = this.#packages.get(key);
      const file = files.get(name) ?? first?.file ?? '';
      if (known) known.scope = strongerScope(known.scope, scope);
      else
        this.#packages.set(key, { key, ecosystem: 'Maven', name, ...(version && { version }), scope, file });
      if (direct.has(name)) this.#direct.add(key);
      const needs = this.#needs.get(key) ?? new Set();
      this.#needs.set(key, needs);
      for (const below of graph.needs.get(name) ?? []) needs.add(keyOf(below));
    }
    for (const name of graph.missing) notes.add(unknownRequests, name);
    for (const name of graph.ranges)
      notes.add('ranges of versions, of which the newest in the POM snapshot is assessed', name);
    if (!graph.isSettled)
      notes.add('scripts whose modules ask for each other without end', first?.file ?? '');
    if (graph.omitted > 0) notes.addOmitted(graph.omitted);
  }

  list(): { packages: FoundPackage[]; direct: string[] } {
    const packages = [...this.#packages.values()].map((found) => ({
      ...found,
      dependsOn: [...(this.#needs.get(found.key) ?? [])],
    }));
    return { packages, direct: [...this.#direct] };
  }
}
