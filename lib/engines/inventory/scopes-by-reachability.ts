import type { DependencyScope } from '../model/component.ts';
import type { FoundPackage, Roots } from './lockfile-reader.ts';

/** A package whose scope follows from the packages that lead to it. */
export interface Reachable {
  found: FoundPackage;
  /** Undefined until something leads to it. */
  scope: DependencyScope | undefined;
}

type Packages = ReadonlyMap<string, Reachable>;

const noEdges: readonly string[] = [];

/**
 * Takes back marks for development of packages that the project needs in any case: a tool installs what leads to them,
 * whatever the lockfile says of them.
 * @param needs returns the keys of the dependencies that are needed in any case.
 */
export const strengthenMarks = (
  packages: ReadonlyMap<string, FoundPackage>,
  roots: Iterable<string>,
  needs: (found: FoundPackage) => readonly string[],
): void => {
  const seen = new Set<string>();
  const open = [...roots];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const found = packages.get(key);
    if (!found || seen.has(key)) continue;
    seen.add(key);
    if (found.scope === 'dev') found.scope = 'required';
    for (const next of needs(found)) open.push(next);
  }
};

const optionalOf = (packages: Packages): string[] => {
  const found: string[] = [];
  for (const { scope, found: each } of packages.values())
    if (scope !== undefined) for (const next of each.optionallyDependsOn ?? noEdges) found.push(next);
  return found;
};

/**
 * Sets the scope of each package: `required` if hard dependencies lead to it from the unit, else `optional` if any
 * dependencies do, else `dev`. An unreachable package gets none.
 */
export const markReachable = (packages: Packages, roots: Roots): void => {
  const reach = (scope: DependencyScope, from: readonly string[]): void => {
    const pending: string[] = [];
    for (const root of from) {
      pending.push(root);
      for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
        const reached = packages.get(key);
        if (!reached || reached.scope !== undefined) continue;
        reached.scope = scope;
        for (const next of reached.found.dependsOn ?? noEdges) pending.push(next);
        if (scope !== 'required')
          for (const next of reached.found.optionallyDependsOn ?? noEdges) pending.push(next);
      }
    }
  };
  reach('required', roots.required);
  reach('optional', [...roots.optional, ...optionalOf(packages)]);
  reach('dev', roots.dev);
};
