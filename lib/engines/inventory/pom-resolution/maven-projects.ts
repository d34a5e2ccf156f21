import type { Pom, PomDependency } from '../jvm/maven-pom.ts';
import { pinnedMavenVersion } from '../pinned-version.ts';
import { resolveTree } from './dependency-tree.ts';
import { dependenciesOf, type EffectiveDependency } from './effective-dependencies.ts';
import { EffectivePoms } from './effective-poms.ts';
import type { ResolutionInputs } from './resolution-inputs.ts';
import type { DependencyTree } from './tree-node.ts';
import { insideOf, isRange } from './version-constraint.ts';

/** Upper bound of declarations in one build; inherited declarations count for each heir. */
const maxDeclarations = 500_000;

const noDependencies: readonly EffectiveDependency[] = [];

/** The projects of a Maven build with their dependencies. */
export class MavenProjects {
  readonly poms: EffectivePoms;
  /** Declarations that were left out because there are too many. */
  omitted = 0;
  readonly unreadable: PomDependency[] = [];
  /** Projects that share their coordinates with a published artifact, which takes precedence. */
  readonly published = new Set<string>();
  readonly #known = new Map<Pom, readonly EffectiveDependency[]>();
  readonly #book: ResolutionInputs['book'];
  #left = maxDeclarations;

  constructor(parsed: ReadonlyMap<string, Pom>, inputs: ResolutionInputs = {}) {
    this.poms = new EffectivePoms(parsed, inputs);
    this.#book = inputs.book;
  }

  /** Returns the dependencies of a project or a published pom. */
  dependenciesOf(pom: Pom): readonly EffectiveDependency[] {
    const known = this.#known.get(pom);
    if (known) return known;
    const found = dependenciesOf(pom, this.poms, {
      take: () => {
        this.#left -= 1;
        if (this.#left < 0) this.omitted += 1;
        return this.#left >= 0;
      },
      onUnreadable: (dependency) => this.unreadable.push(dependency),
    });
    // Trees request the same dependencies again and again.
    if (this.#book) this.#known.set(pom, found.length === 0 ? noDependencies : found);
    return found;
  }

  /** Returns the project of this repository that a dependency refers to; undefined when it is another artifact. */
  memberOf({ name, version }: Pick<EffectiveDependency, 'name' | 'version'>): Pom | undefined {
    const member = this.poms.member(name);
    if (!member) return undefined;
    const own = this.poms.versionOf(member);
    const pinned = pinnedMavenVersion(version);
    if (pinned !== undefined && pinned !== own) return undefined;
    const isOutside = version !== undefined && isRange(version) && !insideOf(version)(own ?? '');
    if (this.#book && isOutside) return undefined;
    if (own === undefined || !this.poms.published(name, own)) return member;
    this.published.add(`${name}:${own}`);
    return undefined;
  }

  /** Resolves the tree of a project. */
  treeOf(project: Pom): DependencyTree {
    const chain = this.poms.chainOf(project);
    // Beyond the limit of trees, only the direct dependencies of projects are listed.
    const isFollowed = this.#book?.spend(0) ?? false;
    const tree = resolveTree(this.dependenciesOf(project), {
      pomOf: (name, version) => this.#pomOf(name, version),
      dependenciesOf: (pom) => (isFollowed ? this.dependenciesOf(pom) : noDependencies),
      managedBy: (key) => this.poms.managedArtifact(key, chain),
      versionsOf: (name) => this.#book?.versionsOf(name) ?? [],
    });
    this.#book?.spend(tree.requests);
    return tree;
  }

  #pomOf(name: string, version: string): Pom | undefined {
    return this.memberOf({ name, version }) ?? this.poms.published(name, version);
  }
}
