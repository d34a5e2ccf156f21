import type { DependencyScope } from '@scangate/engines/model/component';
import { parseEach, unknownTransitives, type BuildReader } from '../build-reader.ts';
import { DeclaredPackages } from '../declared-packages.ts';
import { parsePom, type Pom, type PomDependency } from './maven-pom.ts';
import { Reactor } from './maven-reactor.ts';
import type { Notes } from '../notes.ts';
import { pinnedMavenVersion } from '../pinned-version.ts';
import { unreadableEntries, emptyRoots, type FoundPackage } from '../lockfile-reader.ts';
import { asText } from '../parse/untrusted-value.ts';

/** Upper bound of declarations in one build; inherited declarations count for each heir. */
const maxDeclarations = 500_000;

/**
 * `system` refers to a local file that is on the class path; `provided` is supplied by the host at run time.
 */
const scopes: ReadonlyMap<string, DependencyScope> = new Map([
  ['compile', 'required'],
  ['runtime', 'required'],
  ['system', 'required'],
  ['provided', 'optional'],
  ['test', 'dev'],
]);

/** Converts declarations to packages and records the dependencies of each project. */
class MavenBuild {
  readonly #reactor: Reactor;
  readonly #notes: Notes;
  readonly #found: DeclaredPackages;
  readonly #needs = new Map<Pom, Set<string>>();
  #left = maxDeclarations;

  constructor(reactor: Reactor, notes: Notes) {
    this.#reactor = reactor;
    this.#notes = notes;
    this.#found = new DeclaredPackages(notes);
  }

  add(pom: Pom): void {
    const chain = this.#reactor.chainOf(pom);
    const needs = new Set<string>();
    const seen = new Set<string>();
    this.#needs.set(pom, needs);
    for (const declaring of chain) {
      for (const dependency of declaring.dependencies) {
        this.#left -= 1;
        if (this.#left < 0) {
          this.#notes.addOmitted(1);
          continue;
        }
        const found = this.#packageOf(dependency, chain, declaring);
        // Maven's identity of a dependency: a module's tests (`test-jar`) are another artifact than the module.
        const identity = `${found?.name}:${dependency.type ?? 'jar'}:${dependency.classifier ?? ''}`;
        if (!found || seen.has(identity)) continue;
        seen.add(identity);
        needs.add(found.key);
        this.#found.add(found);
      }
    }
  }

  #packageOf(dependency: PomDependency, chain: readonly Pom[], declaring: Pom) {
    const [group, artifact] = [dependency.group, dependency.artifact].map((text) =>
      asText(this.#reactor.resolve(text, chain)),
    );
    if (!group || !artifact) {
      this.#notes.add(unreadableEntries, `${dependency.group}:${dependency.artifact}`);
      return undefined;
    }
    const managed = this.#reactor.managed(dependency, chain);
    const own =
      dependency.version === undefined ? undefined : this.#reactor.resolve(dependency.version, chain);
    const version = pinnedMavenVersion(dependency.version === undefined ? managed.version : own);
    // Maven manages versions and scopes, but not whether a dependency is optional.
    const optional = dependency.optional === 'true';
    const scope = scopes.get(dependency.scope ?? managed.scope ?? 'compile') ?? 'required';
    const name = `${group}:${artifact}`;
    const file = declaring.path;
    const effective: DependencyScope = optional && scope === 'required' ? 'optional' : scope;
    const member = this.#reactor.member(name);
    const memberVersion = member && this.#reactor.versionOf(member);
    if (member && (version === undefined || version === memberVersion))
      return this.#memberOf(name, member, effective);
    const key = `${name}@${version ?? ''}`;
    return { key, ecosystem: 'Maven' as const, name, ...(version && { version }), scope: effective, file };
  }

  #memberOf(name: string, pom: Pom, scope: DependencyScope): FoundPackage & { scope: DependencyScope } {
    const version = this.#reactor.versionOf(pom);
    return { key: name, name, ...(version && { version }), local: 'member', scope, file: pom.path };
  }

  /** Lists the packages; members of the build carry their own dependencies. */
  list(): FoundPackage[] {
    const packages = this.#found.list();
    for (const found of packages) {
      const pom = found.local && this.#reactor.member(found.name);
      if (pom) found.dependsOn = [...(this.#needs.get(pom) ?? [])];
      else this.#notes.add(unknownTransitives, found.name);
    }
    return packages;
  }
}

/**
 * Reads the pom.xml files of a unit: the dependencies of each project, with versions from parents, dependency
 * management and BOMs as far as those are in the repository. A version defined elsewhere is unknown, and so are
 * transitive dependencies.
 */
export const readMavenBuild: BuildReader = ({ paths, notes, readText }) => {
  const { parsed, unread } = parseEach({ paths, readText }, parsePom);
  const reactor = new Reactor(parsed);
  const build = new MavenBuild(reactor, notes);
  for (const pom of parsed.values()) {
    build.add(pom);
    for (const profile of pom.otherProfiles)
      notes.add('dependencies of a profile that is not active by default', profile);
  }
  const packages = build.list();
  for (const name of reactor.outside) notes.add('parents and BOMs that are not in this repository', name);
  const roots = { ...emptyRoots(), required: packages.map(({ key }) => key) };
  return { packages, roots, read: [...parsed.keys()], unread };
};
