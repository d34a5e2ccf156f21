import type { DependencyScope } from '../model/component.ts';
import type { FoundPackage, Roots } from './lockfile-reader.ts';

type Edges = (found: FoundPackage) => readonly string[];

const hardEdges: Edges = (found) => found.dependsOn ?? [];
const allEdges: Edges = (found) => [...(found.dependsOn ?? []), ...(found.optionallyDependsOn ?? [])];

const spread = (
  packages: ReadonlyMap<string, FoundPackage>,
  scopes: Map<string, DependencyScope>,
  from: readonly string[],
  edges: Edges,
  scope: DependencyScope,
): void => {
  const open = [...from];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const found = packages.get(key);
    if (!found || scopes.has(key)) continue;
    scopes.set(key, scope);
    for (const next of edges(found)) open.push(next);
  }
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
  spread(packages, scopes, roots.required, hardEdges, 'required');
  const maybe = [...scopes.keys()].flatMap((key) => packages.get(key)?.optionallyDependsOn ?? []);
  spread(packages, scopes, [...roots.optional, ...maybe], allEdges, 'optional');
  spread(packages, scopes, roots.dev, allEdges, 'dev');
  return scopes;
};
