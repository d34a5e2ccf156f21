import type { SourceProblem } from '../model/source-problem.ts';
import { compareText } from '../model/compare-text.ts';
import { strongerScope, type Component, type Inventory } from '../model/component.ts';
import type { UnitType } from '../model/project-unit.ts';
import { maxPackages } from './package-limit.ts';
import {
  componentOf,
  newDraft,
  placeDirect,
  plainRef,
  type Draft,
  type InventorySource,
} from './assembly/draft.ts';
import { loneComponents } from './assembly/lone-components.ts';
import { markReachable } from './scopes-by-reachability.ts';
import type { FoundPackage, Roots } from './lockfile-reader.ts';

export type { InventorySource } from './assembly/draft.ts';

const maxEdges = 1_000_000;

type Note = Inventory['notes'][number];

const noKeys: readonly string[] = [];

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

/** Returns the drafts by key in the order of code units, in which strings sort without a comparator. */
const inOrder = (drafts: ReadonlyMap<string, Draft>): Draft[] =>
  [...drafts.keys()].sort().map((key) => drafts.get(key)!);

const connectedComponents = (sources: readonly InventorySource[], notes: Note[]): Component[] => {
  const byPlace = draftAll(sources, notes);
  const named = nameDistinctDrafts(byPlace.values()) ?? nameDrafts(inOrder(byPlace));
  return inOrder(named).map(componentOf);
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
  const components = loneComponents(sources) ?? connectedComponents(sources, notes);
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
