import type { SourceProblem } from '../model/source-problem.ts';
import { compareText } from '../model/compare-text.ts';
import { strongerScope, type Component, type Inventory } from '../model/component.ts';
import type { UnitType } from '../model/project-unit.ts';
import { maxPackages } from './package-limit.ts';
import { purlOf } from '../purl/ecosystem-purl.ts';
import { markReachable, type Reachable } from './scopes-by-reachability.ts';
import type { FoundPackage, LockfileContent, Roots } from './lockfile-reader.ts';

const maxEdges = 1_000_000;

/** A file that was read, with its packages. */
export interface InventorySource {
  file: string;
  content: LockfileContent;
}

/** Holds a component under construction: the entry it was read from, and its edges to other components. */
interface Draft extends Reachable {
  file: string;
  direct: boolean;
  /** Absent without an edge: most packages of an image depend on none. */
  edges: Set<Draft> | undefined;
  purl: string | undefined;
  ref: string;
}

type Note = Inventory['notes'][number];

const noKeys: readonly string[] = [];

const qualifierOf = { git: 'vcs_url', url: 'download_url' } as const;

const purlOfFound = ({ purl, ecosystem, name, version, origin }: FoundPackage): string | undefined => {
  if (purl !== undefined || !ecosystem) return purl;
  const qualifiers = origin ? { [qualifierOf[origin.kind]]: origin.url } : {};
  return purlOf({ ecosystem, name, version, qualifiers });
};

/**
 * Picks the packages that no other package of the file depends on. Without roots this is the best approximation
 * of the direct dependencies.
 * @returns undefined where all packages are: nothing depends on another one.
 */
const rootsByEdges = (packages: readonly FoundPackage[]): Roots | undefined => {
  const needed = new Set<string>();
  for (const found of packages) {
    for (const key of found.dependsOn ?? noKeys) if (key !== found.key) needed.add(key);
    for (const key of found.optionallyDependsOn ?? noKeys) if (key !== found.key) needed.add(key);
  }
  if (needed.size === 0) return undefined;
  const required: string[] = [];
  for (const { key } of packages) if (!needed.has(key)) required.push(key);
  return { required, optional: [], dev: [] };
};

/** Tells whether all packages come from one file, so that their keys are unique. */
const isAlone = (sources: readonly InventorySource[]): boolean =>
  sources.length === 1 && sources[0]!.content.packages.every(({ file }) => file === undefined);

const placeDirect = (draft: Draft): void => {
  draft.direct = true;
  draft.scope = draft.found.scope ?? 'required';
};

/** Builds the drafts of one source by key, with the scopes that its roots give them. */
const draftsOf = ({ file, content }: InventorySource): Map<string, Draft> => {
  const drafts = new Map<string, Draft>();
  for (const found of content.packages) drafts.set(found.key, newDraft(found, file));
  const roots = content.roots ?? rootsByEdges(content.packages);
  if (!roots) {
    for (const draft of drafts.values()) placeDirect(draft);
    return drafts;
  }
  markReachable(drafts, roots);
  for (const keys of [roots.required, roots.optional, roots.dev])
    for (const key of keys) {
      const draft = drafts.get(key);
      if (draft) draft.direct = true;
    }
  for (const draft of drafts.values()) draft.scope = draft.found.scope ?? draft.scope ?? 'required';
  return drafts;
};

/**
 * Builds the drafts of all sources. A package that two sources list at the same place becomes one draft with
 * the stronger scope.
 */
const draftAll = (sources: readonly InventorySource[], notes: Note[]): Map<string, Draft> => {
  const drafts = new Map<string, Draft>();
  const alone = isAlone(sources);
  for (const source of sources) {
    const { file } = source;
    const own = draftsOf(source);
    if (alone && own.size <= maxPackages) {
      connect(own, file, notes);
      return own;
    }
    const placed = new Map<string, Draft>();
    let omitted = 0;
    for (const [key, draft] of own) {
      const place = alone ? key : `${draft.file}\n${key}`;
      const known = drafts.get(place);
      if (!known && drafts.size >= maxPackages) {
        omitted += 1;
        continue;
      }
      if (known) {
        known.scope = strongerScope(known.scope ?? 'required', draft.scope ?? 'required');
        known.direct ||= draft.direct;
      } else drafts.set(place, draft);
      placed.set(key, known ?? draft);
    }
    if (omitted > 0) notes.push({ file, reason: `${omitted} packages are left out: there are too many` });
    connect(placed, file, notes);
  }
  return drafts;
};

const newDraft = (found: FoundPackage, file: string): Draft => ({
  found,
  file: found.file ?? file,
  scope: undefined,
  direct: false,
  edges: undefined,
  purl: purlOfFound(found),
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

const plainRef = ({ found, purl }: Draft): string =>
  purl ?? (found.version ? `${found.name}@${found.version}` : found.name);

/**
 * Assigns refs, and returns the drafts by ref: the purl where it is unique, else the purl and the place of the
 * entry. A ref does not change when other components come or go.
 */
const nameDrafts = (drafts: Iterable<Draft>): Map<string, Draft> => {
  const taken = new Map<string, Draft>();
  for (const draft of drafts) {
    const { found, file } = draft;
    const plain = plainRef(draft);
    let ref = plain;
    if (taken.has(ref)) {
      // An SBOM that this engine wrote already uses such refs as keys.
      const placed = found.key.startsWith(`${plain}|`) ? found.key : `${plain}|${found.key}`;
      ref = [placed, `${placed}|${file}`].find((each) => !taken.has(each)) ?? plain;
      for (let again = 2; taken.has(ref); again += 1) ref = `${placed}|${file}|${again}`;
    }
    taken.set(ref, draft);
    draft.ref = ref;
  }
  return taken;
};

/**
 * Gives drafts the refs that they have in any order: each has a purl, or a name and a version, of its own.
 * @returns undefined where two have the same.
 */
const nameDistinctDrafts = (drafts: Iterable<Draft>): Map<string, Draft> | undefined => {
  const taken = new Map<string, Draft>();
  let count = 0;
  for (const draft of drafts) {
    draft.ref = plainRef(draft);
    taken.set(draft.ref, draft);
    count += 1;
    if (taken.size < count) return undefined;
  }
  return taken;
};

/** Builds a component. Members are added one by one, which is several times faster than spreading them. */
const componentOf = ({ found, file, scope = 'required', direct, edges, purl, ref }: Draft): Component => {
  const component: Partial<Component> = { ref };
  if (purl !== undefined) component.purl = purl;
  if (found.ecosystem) component.ecosystem = found.ecosystem;
  component.name = found.name;
  if (found.version !== undefined) component.version = found.version;
  if (found.sourcePackage) component.sourcePackage = found.sourcePackage;
  if (found.local) component.local = true;
  component.scope = scope;
  component.direct = direct;
  if (found.license !== undefined) component.license = found.license;
  if (found.deprecated !== undefined) component.deprecated = found.deprecated;
  component.hashes = found.hashes ?? [];
  component.dependsOn = edges ? Array.from(edges, (edge) => edge.ref).sort(compareText) : [];
  component.file = file;
  return component as Component;
};

/** Returns the drafts by key in the order of code units, in which strings sort without a comparator. */
const inOrder = (drafts: ReadonlyMap<string, Draft>): Draft[] =>
  [...drafts.keys()].sort().map((key) => drafts.get(key)!);

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
  const named = nameDistinctDrafts(byPlace.values()) ?? nameDrafts(inOrder(byPlace));
  const components = inOrder(named).map(componentOf);
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
