import { childrenOf, rootsOf, tidyGraph, type DependencyGraph, type GraphNode } from './graph.ts';

/** A package in the nested list. One that stands there already is named again without its dependencies. */
export interface NestedNode {
  node: GraphNode;
  isRepeated: boolean;
  children: readonly NestedNode[];
}

/** A deeper level begins a list of its own: a list that is nested without end does not fit any screen. */
const maxDepth = 24;

/** Returns the graph as a nested list, which says the same to those who do not see it drawn. */
export const nestGraph = (given: DependencyGraph): NestedNode[] => {
  const graph = tidyGraph(given);
  const nodes = new Map(graph.nodes.map((node) => [node.purl, node]));
  const children = childrenOf(graph.edges);
  const listed = new Set<string>();
  const nest = (purl: string, depth: number): NestedNode[] => {
    const node = nodes.get(purl);
    if (!node) return [];
    const isRepeated = listed.has(purl);
    listed.add(purl);
    const below = isRepeated || depth >= maxDepth ? [] : (children.get(purl) ?? []);
    return [{ node, isRepeated, children: below.flatMap((child) => nest(child, depth + 1)) }];
  };
  const fromRoots = rootsOf(graph).flatMap((purl) => nest(purl, 0));
  // Circles that nothing leads to have no root, and chains may be too deep for one list.
  const rest = graph.nodes.flatMap(({ purl }) => (listed.has(purl) ? [] : nest(purl, 0)));
  return [...fromRoots, ...rest];
};
