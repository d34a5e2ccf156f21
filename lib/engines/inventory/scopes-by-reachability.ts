import type { DependencyScope } from '../model/component.ts';
import type { FoundPackage, Roots } from './lockfile-reader.ts';

type Edges = (found: FoundPackage) => readonly string[];

const hardEdges: Edges = (found) => found.dependsOn ?? [];
const allEdges: Edges = (found) => [...(found.dependsOn ?? []), ...(found.optionallyDependsOn ?? [])];

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
    const pending = [...from];
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      const found = packages.get(key);
      if (!found || scopes.has(key)) continue;
      scopes.set(key, scope);
      for (const next of edges(found)) pending.push(next);
    }
  };
  reach('required', roots.required, hardEdges);
  const optional = [...scopes.keys()].flatMap((key) => packages.get(key)?.optionallyDependsOn ?? []);
  reach('optional', [...roots.optional, ...optional], allEdges);
  reach('dev', roots.dev, allEdges);
  return scopes;
};
