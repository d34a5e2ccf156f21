import { childrenOf, rootsOf, type DependencyGraph, type GraphEdge } from './graph.ts';

interface Visit {
  purl: string;
  next: number;
}

/**
 * Returns the edges that do not lead back to a package on the way to it. Package managers allow circles; without
 * these edges every package has a layer. The walk keeps its own stack, because a chain may be as long as the graph.
 */
export const forwardEdges = (graph: DependencyGraph): GraphEdge[] => {
  const children = childrenOf(graph.edges);
  const state = new Map<string, 'open' | 'done'>();
  const forward: GraphEdge[] = [];
  const walk = (root: string): void => {
    const stack: Visit[] = [{ purl: root, next: 0 }];
    state.set(root, 'open');
    for (let visit = stack.at(-1); visit; visit = stack.at(-1)) {
      const child = children.get(visit.purl)?.[visit.next];
      visit.next += 1;
      if (child === undefined) {
        state.set(visit.purl, 'done');
        stack.pop();
      } else if (state.get(child) !== 'open') {
        forward.push([visit.purl, child]);
        if (!state.has(child)) stack.push({ purl: child, next: 0 });
        state.set(child, state.get(child) ?? 'open');
      }
    }
  };
  for (const purl of [...rootsOf(graph), ...graph.nodes.map((node) => node.purl)]) {
    if (!state.has(purl)) walk(purl);
  }
  return forward;
};

/** Returns the layer of each package: one more than the deepest of its dependents, so edges lead to the right. */
export const layersOf = (graph: DependencyGraph, forward: readonly GraphEdge[]): Map<string, number> => {
  const children = childrenOf(forward);
  const waiting = new Map<string, number>();
  for (const [, to] of forward) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const layers = new Map<string, number>();
  const ready = graph.nodes.map(({ purl }) => purl).filter((purl) => !waiting.has(purl));
  for (const purl of ready) layers.set(purl, 0);
  for (let purl = ready.shift(); purl !== undefined; purl = ready.shift()) {
    const layer = (layers.get(purl) ?? 0) + 1;
    for (const child of children.get(purl) ?? []) {
      layers.set(child, Math.max(layer, layers.get(child) ?? 0));
      const left = (waiting.get(child) ?? 1) - 1;
      waiting.set(child, left);
      if (left === 0) ready.push(child);
    }
  }
  return layers;
};
