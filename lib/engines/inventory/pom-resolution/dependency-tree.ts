import { artifactKey, holdsDependencies } from './artifact-key.ts';
import { Exclusions } from './exclusions.ts';
import type { EffectiveDependency } from './effective-dependencies.ts';
import type { Asking, DependencyTree, TreeNode, TreePoms } from './tree-node.ts';
import { compareVersions, insideOf, isNewest, isRange, newestIn, versionsIn } from './version-constraint.ts';

/** Far above real trees; nodes beyond it are counted and reported. */
const maxNodes = 50_000;
const maxRequests = 500_000;
const maxRelocations = 10;
/** Bounds the rounds of ranges that keep contradicting each other. */
const maxRounds = 20;

/** Facts found in one round of choosing, on which the next round is based. */
interface Findings {
  /** Ranges by artifact. */
  ranges: Map<string, Set<string>>;
  /** The artifacts that have been relocated. */
  moved: Map<string, string>;
}

const isSame = ({ ranges, moved }: Findings, other: Findings): boolean => {
  const text = (findings: Findings): string =>
    JSON.stringify([
      [...findings.ranges].map(([key, each]) => [key, [...each].sort()]).sort(),
      [...findings.moved].sort(),
    ]);
  return text({ ranges, moved }) === text(other);
};

interface Request extends Omit<Asking, 'from'> {
  from: TreeNode | undefined;
  dependency: EffectiveDependency;
  exclusions: Exclusions;
  /** The number of relocations of the artifact. */
  moves?: number;
}

const moveToEnd = (list: TreeNode[], node: TreeNode): void => {
  const at = list.indexOf(node);
  if (at !== -1) list.push(...list.splice(at, 1));
};

/** Chooses one version of each artifact: the nearest one, and the first among equally near ones. */
class Round {
  readonly tree: DependencyTree = {
    nodes: [],
    missing: new Set(),
    ranges: new Set(),
    unsolvable: new Set(),
    omitted: 0,
    requests: 0,
  };
  readonly found: Findings;
  readonly #poms: TreePoms;
  readonly #known: Findings;
  readonly #chosen = new Map<string, TreeNode>();
  readonly #exclusions = new Map<TreeNode, Exclusions>();
  /** Requests, by artifact, whose version is excluded by ranges of other requests. */
  readonly #refused = new Map<string, readonly Asking[]>();

  constructor(poms: TreePoms, known: Findings) {
    this.#poms = poms;
    this.#known = known;
    this.found = { ranges: new Map(), moved: new Map(known.moved) };
  }

  run(dependencies: readonly EffectiveDependency[]): void {
    let level: TreeNode[] = [];
    for (const dependency of dependencies) this.#ask(this.#direct(dependency), level);
    while (level.length > 0) {
      const next: TreeNode[] = [];
      for (const node of level) this.#follow(node, next);
      level = next;
    }
  }

  /** The project's own declarations are already managed, except for further exclusions. */
  #direct(dependency: EffectiveDependency): Request {
    const { scope, optional } = dependency;
    const managed = this.#poms.managedBy(artifactKey(dependency.name, dependency));
    const exclusions = Exclusions.none.with([...dependency.exclusions, ...(managed?.exclusions ?? [])]);
    return { from: undefined, dependency, scope, optional, isScopeManaged: false, exclusions };
  }

  #follow(node: TreeNode, next: TreeNode[]): void {
    const { pom, declared } = node;
    const isFile = declared.scope === 'system' || holdsDependencies(declared.type);
    if (!pom || isFile) return;
    if (this.#isFull) {
      this.tree.omitted += 1;
      return;
    }
    const inherited = this.#exclusions.get(node) ?? Exclusions.none;
    for (const dependency of this.#poms.dependenciesOf(pom)) {
      const { scope, optional, name } = dependency;
      if (scope === 'test' || scope === 'provided' || optional || inherited.has(name)) continue;
      this.#ask(this.#managed(node, dependency, inherited), next);
    }
  }

  /** The project manages the version, scope and more of everything below its own dependencies. */
  #managed(from: TreeNode, dependency: EffectiveDependency, inherited: Exclusions): Request {
    const managed = this.#poms.managedBy(artifactKey(dependency.name, dependency)) ?? {};
    const scope = managed.scope ?? dependency.scope;
    const optional = managed.optional ?? dependency.optional;
    const version = managed.version ?? dependency.version;
    return {
      from,
      dependency: { ...dependency, scope, optional, ...(version !== undefined && { version }) },
      scope,
      optional,
      isScopeManaged: managed.scope !== undefined,
      exclusions: inherited.with([...dependency.exclusions, ...(managed.exclusions ?? [])]),
    };
  }

  #ask(request: Request, level: TreeNode[]): void {
    this.tree.requests += 1;
    if (this.#isFull) {
      this.tree.omitted += 1;
      return;
    }
    const { dependency } = request;
    const key = this.#keyOf(dependency);
    this.#noteRange(key, dependency);
    const known = this.#chosen.get(key);
    if (!known) this.#choose(key, request, level);
    else this.#askAgain(known, request, level);
  }

  get #isFull(): boolean {
    return this.tree.requests > maxRequests || this.tree.nodes.length >= maxNodes;
  }

  #keyOf(dependency: EffectiveDependency): string {
    let key = artifactKey(dependency.name, dependency);
    for (let count = 0; count < maxRelocations; count += 1) {
      const moved = this.found.moved.get(key);
      if (moved === undefined || moved === key) return key;
      key = moved;
    }
    return key;
  }

  #noteRange(key: string, { name, version = '' }: EffectiveDependency): void {
    if (!isRange(version)) return;
    this.found.ranges.set(key, (this.found.ranges.get(key) ?? new Set()).add(version));
    // `[1.0]` names one version, so that the choice does not depend on which versions are known.
    if (version.includes(',')) this.tree.ranges.add(`${name}:${version}`);
  }

  /** Of two declarations in one pom, Maven takes the higher version. */
  #askAgain(known: TreeNode, request: Request, level: TreeNode[]): void {
    const { from, scope, optional, isScopeManaged, dependency } = request;
    const [first] = known.requestedBy;
    const asking = { ...(from && { from }), scope, optional, isScopeManaged };
    known.requestedBy.push(asking);
    if (from) from.children.push(known);
    const version = this.#versionOf(known.key, dependency);
    if (first?.from !== from || version === undefined || known.version === undefined) return;
    if (compareVersions(version, known.version) > 0) {
      known.version = version;
      known.declared = dependency;
      for (const list of [this.tree.nodes, level, from?.children ?? []]) moveToEnd(list, known);
      this.#attach(known);
      this.#exclusions.set(known, request.exclusions);
    }
  }

  #choose(key: string, request: Request, level: TreeNode[]): void {
    const { from, dependency, scope, optional, isScopeManaged, exclusions } = request;
    const version = this.#versionOf(key, dependency);
    const asking = { ...(from && { from }), scope, optional, isScopeManaged };
    const refused = this.#refused.get(key) ?? [];
    if (version === undefined && this.#known.ranges.has(key)) {
      // A later request may have a version that satisfies all ranges.
      this.#refused.set(key, [...refused, asking]);
      return;
    }
    const node: TreeNode = {
      name: dependency.name,
      ...(version !== undefined && { version }),
      key,
      depth: from ? from.depth + 1 : 0,
      declared: dependency,
      requestedBy: [asking, ...refused],
      children: [],
    };
    const moved = this.#attach(node);
    if (moved && (request.moves ?? 0) < maxRelocations) {
      this.found.moved.set(artifactKey(dependency.name, dependency), artifactKey(moved.name, moved));
      this.#askRelocated(request, moved, level);
      return;
    }
    this.#chosen.set(key, node);
    this.#exclusions.set(node, exclusions);
    this.tree.nodes.push(node);
    for (const { from: asker } of node.requestedBy) asker?.children.push(node);
    level.push(node);
  }

  #askRelocated(request: Request, dependency: EffectiveDependency, level: TreeNode[]): void {
    const { from, exclusions, moves = 0 } = request;
    if (!from) this.#ask({ ...request, dependency, moves: moves + 1 }, level);
    else if (!this.#exclusions.get(from)?.has(dependency.name))
      this.#ask({ ...this.#managed(from, dependency, exclusions), moves: moves + 1 }, level);
  }

  /**
   * Finds the pom of a node.
   * @returns the artifact that it has been relocated to.
   */
  #attach(node: TreeNode): EffectiveDependency | undefined {
    const { name, version, declared } = node;
    delete node.pom;
    if (version === undefined || declared.scope === 'system') return undefined;
    const pom = this.#poms.pomOf(name, version);
    if (!pom) {
      this.tree.missing.add(`${name}:${version}`);
      return undefined;
    }
    node.pom = pom;
    if (!pom.relocation) return undefined;
    const [group = '', artifact = ''] = name.split(':');
    const { relocation } = pom;
    const target = `${relocation.group ?? group}:${relocation.artifact ?? artifact}`;
    const moved = { ...declared, name: target, version: relocation.version ?? version };
    const isItself = target === name && moved.version === version;
    return isItself ? undefined : moved;
  }

  /** Returns the version of a request: the newest in a range, unless ranges of other requests exclude it. */
  #versionOf(key: string, { name, version }: EffectiveDependency): string | undefined {
    if (version === undefined || version === '') return undefined;
    if (isNewest(version)) {
      this.tree.ranges.add(`${name}:${version}`);
      return newestIn(version, this.#poms.versionsOf(name));
    }
    const bounds = [...(this.#known.ranges.get(key) ?? [])].map(insideOf);
    const candidates = isRange(version) ? this.#inRange(name, version) : [version];
    return candidates.find((each) => bounds.every((isInside) => isInside(each)));
  }

  #inRange(name: string, range: string): readonly string[] {
    const exact = /^\[\s?([^,[\]()\s]{1,200})\s?\]$/.exec(range)?.[1];
    if (exact !== undefined) return [exact];
    const found = versionsIn(range, this.#poms.versionsOf(name));
    if (found.length === 0) this.tree.missing.add(`${name}:${range}`);
    return found;
  }
}

/** Removes ranges that no version can satisfy together. */
const withoutUnsolvable = (findings: Findings, unsolvable: ReadonlySet<string>): Findings => ({
  ...findings,
  ranges: new Map([...findings.ranges].filter(([key]) => !unsolvable.has(key))),
});

/**
 * Resolves the dependencies of a project as Maven 3 does: the nearest version of each artifact wins, the first among
 * equally near ones, unless a range excludes it; a losing version contributes no dependencies. It is pure. Time and
 * memory are bounded, and whatever exceeds the bounds is counted.
 */
export const resolveTree = (dependencies: readonly EffectiveDependency[], poms: TreePoms): DependencyTree => {
  const unsolvable = new Set<string>();
  let known: Findings = { ranges: new Map(), moved: new Map() };
  for (let count = 1; ; count += 1) {
    const round = new Round(poms, known);
    round.run(dependencies);
    const chosen = new Set(round.tree.nodes.map(({ key }) => key));
    for (const key of round.found.ranges.keys()) if (!chosen.has(key)) unsolvable.add(key);
    const next = withoutUnsolvable(round.found, unsolvable);
    if (isSame(next, known) || count === maxRounds) {
      for (const key of count === maxRounds ? next.ranges.keys() : []) unsolvable.add(key);
      return { ...round.tree, unsolvable };
    }
    known = next;
  }
};
