import type { SourceProblem } from '../model/source-problem.ts';
import { compareText } from '../model/compare-text.ts';
import { strongerScope, type Component, type DependencyScope, type Inventory } from '../model/component.ts';
import type { UnitType } from '../model/project-unit.ts';
import { maxPackages } from './package-limit.ts';
import { purlOf } from '../purl/ecosystem-purl.ts';
import { scopesByReachability } from './scopes-by-reachability.ts';
import type { FoundPackage, LockfileContent, Roots } from './lockfile-reader.ts';

const maxEdges = 1_000_000;

/** A file that was read, with its packages. */
export interface InventorySource {
  file: string;
  content: LockfileContent;
}

/** Holds a component under construction: the entry it was read from, and its edges to other components. */
interface Draft {
  found: FoundPackage;
  file: string;
  scope: DependencyScope;
  direct: boolean;
  /** Absent without an edge: most of the packages of an image depend on none. */
  edges?: Set<Draft>;
  ref: string;
}

type Note = Inventory['notes'][number];

const qualifierOf = { git: 'vcs_url', url: 'download_url' } as const;

const purlOfFound = ({ purl, ecosystem, name, version, origin }: FoundPackage): string | undefined => {
  if (purl !== undefined || !ecosystem) return purl;
  const qualifiers = origin ? { [qualifierOf[origin.kind]]: origin.url } : {};
  return purlOf({ ecosystem, name, version, qualifiers });
};

/**
 * Picks the packages that no other package of the file depends on. Without roots this is the best approximation
 * of the direct dependencies.
 */
const rootsByEdges = (packages: readonly FoundPackage[]): Roots => {
  const needed = new Set<string>();
  for (const found of packages) {
    for (const key of found.dependsOn ?? []) if (key !== found.key) needed.add(key);
    for (const key of found.optionallyDependsOn ?? []) if (key !== found.key) needed.add(key);
  }
  const required = packages.filter(({ key }) => !needed.has(key)).map(({ key }) => key);
  return { required, optional: [], dev: [] };
};

/**
 * Builds the drafts of all sources. A package that two sources list at the same place becomes one draft with
 * the stronger scope.
 */
const draftAll = (sources: readonly InventorySource[], notes: Note[]): Map<string, Draft> => {
  const drafts = new Map<string, Draft>();
  const isAlone =
    sources.length === 1 && sources[0]!.content.packages.every(({ file }) => file === undefined);
  for (const { file, content } of sources) {
    const packages = new Map<string, FoundPackage>();
    for (const found of content.packages) packages.set(found.key, found);
    const roots = content.roots ?? rootsByEdges(content.packages);
    const reached = scopesByReachability(packages, roots);
    const direct = new Set(roots.required);
    for (const key of [...roots.optional, ...roots.dev]) direct.add(key);
    const placed = isAlone ? drafts : new Map<string, Draft>();
    let omitted = 0;
    for (const found of packages.values()) {
      const place = isAlone ? found.key : `${found.file ?? file}\n${found.key}`;
      const known = drafts.get(place);
      if (!known && drafts.size >= maxPackages) {
        omitted += 1;
        continue;
      }
      const draft = known ?? newDraft(found, file);
      const scope = found.scope ?? reached.get(found.key) ?? 'required';
      draft.scope = known ? strongerScope(draft.scope, scope) : scope;
      draft.direct ||= direct.has(found.key);
      drafts.set(place, draft);
      if (!isAlone) placed.set(found.key, draft);
    }
    if (omitted > 0) notes.push({ file, reason: `${omitted} packages are left out: there are too many` });
    connect(placed, file, notes);
  }
  return drafts;
};

const noKeys: readonly string[] = [];

const newDraft = (found: FoundPackage, file: string): Draft => ({
  found,
  file: found.file ?? file,
  scope: 'required',
  direct: false,
  ref: '',
});

const connect = (placed: ReadonlyMap<string, Draft>, file: string, notes: Note[]): void => {
  let count = 0;
  const follow = (draft: Draft, keys: readonly string[]): void => {
    for (const key of keys) {
      const target = placed.get(key);
      if (!target || target === draft) continue;
      count += 1;
      if (count <= maxEdges) (draft.edges ??= new Set()).add(target);
    }
  };
  for (const draft of placed.values()) {
    follow(draft, draft.found.dependsOn ?? noKeys);
    follow(draft, draft.found.optionallyDependsOn ?? noKeys);
  }
  if (count > maxEdges)
    notes.push({ file, reason: `the dependency graph is cut off after ${maxEdges} edges` });
};

/**
 * Assigns refs: the purl where it is unique, else the purl and the place of the entry. A ref does not change
 * when other components come or go.
 */
const nameDrafts = (drafts: readonly Draft[]): void => {
  const taken = new Set<string>();
  for (const draft of drafts) {
    const { found, file } = draft;
    const plain = purlOfFound(found) ?? `${found.name}${found.version ? `@${found.version}` : ''}`;
    let ref = plain;
    if (taken.has(ref)) {
      // An SBOM that this engine wrote already uses such refs as keys.
      const placed = found.key.startsWith(`${plain}|`) ? found.key : `${plain}|${found.key}`;
      ref = [placed, `${placed}|${file}`].find((each) => !taken.has(each)) ?? plain;
      for (let again = 2; taken.has(ref); again += 1) ref = `${placed}|${file}|${again}`;
    }
    taken.add(ref);
    draft.ref = ref;
  }
};

const componentOf = (draft: Draft): Component => {
  const { found, file, scope, direct, edges, ref } = draft;
  const purl = purlOfFound(found);
  return {
    ref,
    ...(purl !== undefined && { purl }),
    ...(found.ecosystem && { ecosystem: found.ecosystem }),
    name: found.name,
    ...(found.version !== undefined && { version: found.version }),
    ...(found.sourcePackage && { sourcePackage: found.sourcePackage }),
    ...(found.local && { local: true as const }),
    scope,
    direct,
    ...(found.license !== undefined && { license: found.license }),
    ...(found.deprecated !== undefined && { deprecated: found.deprecated }),
    hashes: found.hashes ?? [],
    dependsOn: edges ? Array.from(edges, (edge) => edge.ref).sort(compareText) : [],
    file,
  };
};

const byFileAndLine = (a: SourceProblem, b: SourceProblem): number =>
  compareText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0);

/** Builds one inventory from all sources. The result does not depend on their order. */
export const assembleInventory = (
  unitType: UnitType,
  sources: readonly InventorySource[],
  report: Pick<
    Inventory,
    'read' | 'unread' | 'notes' | 'resolvingNothing' | 'uncovered' | 'sources' | 'poms'
  >,
): Inventory => {
  const { resolvingNothing = [], uncovered = [], sources: stated = [], poms } = report;
  const problems = [...new Map(stated.map((problem) => [JSON.stringify(problem), problem])).values()];
  const notes = [...report.notes];
  const byPlace = draftAll(sources, notes);
  const drafts = [...byPlace.keys()].sort(compareText).map((place) => byPlace.get(place)!);
  nameDrafts(drafts);
  const components = drafts.map(componentOf).sort((a, b) => compareText(a.ref, b.ref));
  const byFile = (a: Note, b: Note): number => compareText(a.file, b.file) || compareText(a.reason, b.reason);
  return {
    unitType,
    components,
    direct: components.filter(({ direct }) => direct).map(({ ref }) => ref),
    read: [...report.read].sort(compareText),
    ...(resolvingNothing.length > 0 && { resolvingNothing: [...resolvingNothing].sort(compareText) }),
    ...(uncovered.length > 0 && { uncovered: [...new Set(uncovered)].sort(compareText) }),
    unread: [...report.unread].sort(byFile),
    notes: notes.sort(byFile),
    ...(problems.length > 0 && { sources: problems.toSorted(byFileAndLine) }),
    ...(poms && { poms }),
  };
};
