/** A package of the graph, as the service answers it. */
export interface GraphNode {
  purl: string;
  version?: string | undefined;
  direct: boolean;
  scope: string;
  findings: number;
}

/** An edge leads from a dependent to its dependency. */
export type GraphEdge = readonly [from: string, to: string];

export interface DependencyGraph {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  truncated: boolean;
}

/** The most nodes that are drawn. */
export const maxNodes = 200;

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** The direct dependencies stand first, then by purl, so that the same graph has the same order everywhere. */
const byPurl = (a: GraphNode, b: GraphNode): number =>
  Number(b.direct) - Number(a.direct) || compare(a.purl, b.purl);

/** Returns a graph without repeated nodes, loose edges and loops to itself, of at most `maxNodes` nodes. */
export const tidyGraph = ({ nodes, edges, truncated }: DependencyGraph): DependencyGraph => {
  const unique = [...new Map(nodes.map((node) => [node.purl, node])).values()].toSorted(byPurl);
  const kept = unique.slice(0, maxNodes);
  const known = new Set(kept.map(({ purl }) => purl));
  const byKey = new Map(edges.map((edge) => [JSON.stringify(edge), edge]));
  const inside = [...byKey.values()].filter(([from, to]) => from !== to && known.has(from) && known.has(to));
  return {
    nodes: kept,
    edges: inside.toSorted((a, b) => compare(a[0], b[0]) || compare(a[1], b[1])),
    truncated: truncated || kept.length < unique.length,
  };
};

/** Returns the dependencies of each package, in the order of the edges. */
export const childrenOf = (edges: readonly GraphEdge[]): ReadonlyMap<string, readonly string[]> => {
  const children = new Map<string, string[]>();
  for (const [from, to] of edges) children.set(from, [...(children.get(from) ?? []), to]);
  return children;
};

/** Returns the packages that a walk begins at: those nothing depends on, and the direct ones. */
export const rootsOf = ({ nodes, edges }: Pick<DependencyGraph, 'nodes' | 'edges'>): string[] => {
  const needed = new Set(edges.map(([, to]) => to));
  return nodes.filter(({ purl, direct }) => direct || !needed.has(purl)).map(({ purl }) => purl);
};
