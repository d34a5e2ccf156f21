import type { DependencyScope } from '../model/component.ts';
import type { FoundPackage, Roots } from './lockfile-reader.ts';

type Edges = (found: FoundPackage) => readonly string[];

const noEdges: readonly string[] = [];
const hardEdges: Edges = (found) => found.dependsOn ?? noEdges;
const allEdges: Edges = (found) => [...(found.dependsOn ?? []), ...(found.optionallyDependsOn ?? [])];

const optionalOf = (keys: Iterable<string>, packages: ReadonlyMap<string, FoundPackage>): string[] => {
  const found: string[] = [];
  for (const key of keys)
    for (const next of packages.get(key)?.optionallyDependsOn ?? noEdges) found.push(next);
  return found;
};

/**
 * Computes the scope of each package: `required` if hard dependencies lead to it from the unit, else `optional`
 * if any dependencies do, else `dev`. An unreachable package is absent.
 */
export const scopesByReachability = (
  packages: ReadonlyMap<string, FoundPackage>,
  roots: Roots,
): ReadonlyMap<string, DependencyScope> => {
  const scopes = new Map<string, DependencyScope>();
  const reach = (scope: DependencyScope, from: readonly string[], edges: Edges): void => {
    const pending: string[] = [];
    for (const root of from) {
      pending.push(root);
      for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
        const found = packages.get(key);
        if (!found || scopes.has(key)) continue;
        scopes.set(key, scope);
        for (const next of edges(found)) pending.push(next);
      }
    }
  };
  reach('required', roots.required, hardEdges);
  const optional = optionalOf(scopes.keys(), packages);
  reach('optional', [...roots.optional, ...optional], allEdges);
  reach('dev', roots.dev, allEdges);
  return scopes;
};
