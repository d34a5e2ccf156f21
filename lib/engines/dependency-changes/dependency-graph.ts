import type { Component, Inventory } from '../model/component.ts';

/** Bounds the steps of all queries, so that a hostile graph of a million edges is not walked for each package. */
const maxSteps = 5_000_000;

/** The direct dependencies of a project, and the paths from them. */
export interface DependencyGraph {
  /** Returns the components that remain when these direct dependencies are removed. */
  without(removed: ReadonlySet<string>): Set<string>;
  /** Returns the direct dependencies that lead to this component; the component itself if there are none. */
  rootsOf(ref: string): string[];
}

const reach = (starts: Iterable<string>, nextOf: (ref: string) => Iterable<string>): Set<string> => {
  const seen = new Set(starts);
  for (const ref of seen) for (const next of nextOf(ref)) seen.add(next);
  return seen;
};

/**
 * Reads the dependency graph of an inventory. The repository's own packages are part of the project: their
 * dependencies are direct.
 */
export const dependencyGraph = ({ components, direct }: Inventory): DependencyGraph => {
  const byRef = new Map(components.map((component) => [component.ref, component]));
  const own = components.filter(({ local }) => local);
  const needsOf = (ref: string): string[] =>
    byRef.get(ref)?.dependsOn.filter((each) => byRef.has(each)) ?? [];
  const asked = new Set(
    [
      ...direct,
      ...components.filter((component) => component.direct).map(({ ref }) => ref),
      ...own.flatMap(({ ref }) => needsOf(ref)),
    ].filter((ref) => byRef.has(ref) && !byRef.get(ref)?.local),
  );
  const dependents = new Map<string, string[]>();
  for (const { ref, dependsOn, local } of components) {
    if (local) continue;
    for (const needed of dependsOn) {
      const known = dependents.get(needed);
      if (known) known.push(ref);
      else dependents.set(needed, [ref]);
    }
  }
  let steps = 0;
  const isPublished = (ref: string): boolean => !byRef.get(ref)?.local;
  const publishedNeeds = (ref: string): string[] => needsOf(ref).filter(isPublished);
  const reachable = reach(asked, publishedNeeds);
  return {
    without(removed) {
      const kept = reach(
        [...asked].filter((ref) => !removed.has(ref)),
        publishedNeeds,
      );
      const stays = ({ ref, local }: Component): boolean =>
        local === true || kept.has(ref) || (!reachable.has(ref) && !removed.has(ref));
      return new Set(components.filter(stays).map(({ ref }) => ref));
    },
    rootsOf(ref) {
      const above = reach([ref], (each) => {
        const next = dependents.get(each) ?? [];
        steps += next.length;
        return steps > maxSteps ? [] : next;
      });
      const roots = [...above].filter((each) => asked.has(each));
      return roots.length === 0 ? [ref] : roots;
    },
  };
};
