import { compareText } from '../model/compare-text.ts';
import type { GraphPackage, PackageGraph } from './sbom-graph.ts';

/** The limit of packages that are shown at once. */
export const maxGraphNodes = 200;

export interface SelectedGraph {
  nodes: (GraphPackage & { findings: number })[];
  /** Edges from a package to its dependency. */
  edges: [from: string, to: string][];
  /** Whether packages are left out because there are too many. */
  truncated: boolean;
}

/** The way a walk reached a package: the number of steps, and the previous package. */
interface Reached {
  distance: number;
  before: string | undefined;
}

/** Walks breadth first, so that each package is reached on a shortest path, which is always the same one. */
const walk = (
  starts: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
): Map<string, Reached> => {
  const reached = new Map<string, Reached>();
  for (const start of starts.toSorted(compareText)) reached.set(start, { distance: 0, before: undefined });
  for (const [at, { distance }] of reached)
    for (const to of next.get(at) ?? [])
      if (!reached.has(to)) reached.set(to, { distance: distance + 1, before: at });
  return reached;
};

/** Returns the packages on the path back to the start of the walk, up to one more than fit. */
const wayTo = (purl: string, reached: ReadonlyMap<string, Reached>): string[] => {
  const way: string[] = [];
  let at: string | undefined = purl;
  while (at !== undefined && way.length <= maxGraphNodes) {
    way.push(at);
    at = reached.get(at)?.before;
  }
  return way;
};

const reversed = (dependencies: PackageGraph['dependencies']): Map<string, string[]> => {
  const dependents = new Map<string, string[]>();
  for (const [from, all] of [...dependencies].toSorted(([a], [b]) => compareText(a, b)))
    for (const to of all) {
      const known = dependents.get(to);
      if (known) known.push(from);
      else dependents.set(to, [from]);
    }
  return dependents;
};

/** Tells whether a package is the requested one; without a version, every version is. */
const isRequestedByName = (purl: string, asked: string): boolean =>
  purl === asked || purl.startsWith(`${asked}@`);

const directOf = ({ packages }: PackageGraph): string[] =>
  [...packages.values()].filter(({ direct }) => direct).map(({ purl }) => purl);

/** Returns the paths that lead to a package, shortest first, each beginning at a direct dependency. */
function* waysTo(graph: PackageGraph, asked: string): Generator<string[]> {
  const targets = [...graph.packages.keys()]
    .filter((purl) => isRequestedByName(purl, asked))
    .toSorted(compareText);
  const down = walk(directOf(graph), graph.dependencies);
  const up = walk(targets, reversed(graph.dependencies));
  // A package that nothing leads to is shown alone: its file has no graph.
  for (const target of targets) yield [target];
  const through = [...up]
    .flatMap(([purl, { distance }]) => {
      const above = down.get(purl);
      return above ? [{ purl, length: above.distance + distance, distance }] : [];
    })
    .toSorted((a, b) => a.length - b.length || a.distance - b.distance || compareText(a.purl, b.purl));
  for (const { purl } of through) yield [...wayTo(purl, down), ...wayTo(purl, up)];
}

/** Returns the paths to every package: to those with findings first, then to the nearest ones. */
function* allWays(graph: PackageGraph, findings: ReadonlyMap<string, number>): Generator<string[]> {
  const down = walk(directOf(graph), graph.dependencies);
  const distanceOf = (purl: string): number => down.get(purl)?.distance ?? Number.MAX_SAFE_INTEGER;
  const countOf = (purl: string): number => findings.get(purl) ?? 0;
  const inOrder = [...graph.packages.keys()].toSorted(
    (a, b) => countOf(b) - countOf(a) || distanceOf(a) - distanceOf(b) || compareText(a, b),
  );
  for (const purl of inOrder) yield wayTo(purl, down);
}

/** Keeps only complete paths while they fit, so that every shown package has a path that leads to it. */
const keepWays = (ways: Iterable<readonly string[]>): { kept: Set<string>; truncated: boolean } => {
  const kept = new Set<string>();
  let leftOut = 0;
  for (const way of ways) {
    const more = new Set(way).difference(kept);
    if (kept.size + more.size <= maxGraphNodes) for (const purl of more) kept.add(purl);
    else leftOut += 1;
    // A hostile graph has many paths that do not fit.
    if (leftOut > maxGraphNodes || (leftOut > 0 && kept.size === maxGraphNodes)) break;
  }
  return { kept, truncated: leftOut > 0 };
};

/**
 * Selects the part of a dependency graph that is shown: all paths to a package, or the whole graph without one.
 * Equal graphs give equal selections.
 * @param findings by package.
 */
export const selectGraph = (
  graph: PackageGraph,
  { purl, findings }: { purl: string | undefined; findings: ReadonlyMap<string, number> },
): SelectedGraph => {
  const { kept, truncated } = keepWays(purl === undefined ? allWays(graph, findings) : waysTo(graph, purl));
  const shown = [...kept].toSorted(compareText);
  return {
    nodes: shown.flatMap((each) => {
      const found = graph.packages.get(each);
      return found ? [{ ...found, findings: findings.get(each) ?? 0 }] : [];
    }),
    edges: shown.flatMap((from) =>
      (graph.dependencies.get(from) ?? [])
        .filter((to) => kept.has(to))
        .map((to): [string, string] => [from, to]),
    ),
    truncated,
  };
};
