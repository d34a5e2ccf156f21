import { forwardEdges, layersOf } from './layer-nodes.ts';
import { tidyGraph, type DependencyGraph, type GraphNode } from './graph.ts';

export interface Point {
  x: number;
  y: number;
}

export interface PlacedNode extends Point {
  node: GraphNode;
}

export interface PlacedEdge {
  from: string;
  to: string;
  /** The points of the edge from left to right; those between the ends keep it clear of other packages. */
  points: readonly Point[];
}

export interface GraphLayout {
  nodes: readonly PlacedNode[];
  edges: readonly PlacedEdge[];
  width: number;
  height: number;
  truncated: boolean;
}

export const nodeWidth = 184;
export const nodeHeight = 24;
const columnGap = 56;
const rowGap = 12;
const sweeps = 4;

/** A place in a layer: a package, or a point of an edge that crosses the layer. */
interface Slot {
  id: string;
  layer: number;
  order: number;
}

interface Chain {
  from: string;
  to: string;
  slots: readonly Slot[];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const compareIds = (a: Slot, b: Slot): number => Number(a.id > b.id) - Number(a.id < b.id);

/** Gives each slot of a layer the mean order of its neighbors, which takes most crossings out of the edges. */
const orderLayer = (layer: Slot[], neighbors: ReadonlyMap<Slot, readonly Slot[]>): void => {
  const wanted = new Map(
    layer.map((slot) => {
      const near = neighbors.get(slot) ?? [];
      return [slot, near.length > 0 ? mean(near.map(({ order }) => order)) : slot.order];
    }),
  );
  layer.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0) || a.order - b.order || compareIds(a, b));
  for (const [order, slot] of layer.entries()) slot.order = order;
};

const neighborsIn = (chains: readonly Chain[], direction: 'left' | 'right'): Map<Slot, Slot[]> => {
  const neighbors = new Map<Slot, Slot[]>();
  for (const { slots } of chains) {
    for (const [index, slot] of slots.entries()) {
      const near = slots[direction === 'left' ? index - 1 : index + 1];
      if (near) neighbors.set(slot, [...(neighbors.get(slot) ?? []), near]);
    }
  }
  return neighbors;
};

/** Orders the layers from left to right and back. The number of sweeps is fixed, so the result is, too. */
const orderLayers = (layers: readonly Slot[][], chains: readonly Chain[]): void => {
  const left = neighborsIn(chains, 'left');
  const right = neighborsIn(chains, 'right');
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const layer of layers) orderLayer(layer, left);
    for (const layer of layers.toReversed()) orderLayer(layer, right);
  }
};

const layersFrom = (slots: readonly Slot[]): Slot[][] => {
  const layers: Slot[][] = [];
  for (const slot of slots) {
    const layer = (layers[slot.layer] ??= []);
    slot.order = layer.length;
    layer.push(slot);
  }
  return layers;
};

const chainsOf = (graph: DependencyGraph): { chains: Chain[]; layers: Slot[][] } => {
  const forward = forwardEdges(graph);
  const layers = layersOf(graph, forward);
  const slots = new Map<string, Slot>();
  const slotOf = (id: string, layer: number): Slot => {
    const slot = slots.get(id) ?? { id, layer, order: 0 };
    slots.set(id, slot);
    return slot;
  };
  for (const { purl } of graph.nodes) slotOf(purl, layers.get(purl) ?? 0);
  const chains = forward.map(([from, to]) => {
    const first = layers.get(from) ?? 0;
    const last = layers.get(to) ?? 0;
    const between = Array.from({ length: Math.max(0, last - first - 1) }, (_none, index) =>
      slotOf(`${JSON.stringify([from, to])} ${index}`, first + index + 1),
    );
    return { from, to, slots: [slotOf(from, first), ...between, slotOf(to, last)] };
  });
  return { chains, layers: layersFrom([...slots.values()]) };
};

/**
 * Lays a graph of dependencies out in columns, dependents to the left of what they need. The same graph has the
 * same layout, whatever the order of its nodes and edges.
 */
export const layOutGraph = (given: DependencyGraph): GraphLayout => {
  const graph = tidyGraph(given);
  const { chains, layers } = chainsOf(graph);
  orderLayers(layers, chains);
  const rows = Math.max(1, ...layers.map((layer) => layer.length));
  const step = nodeHeight + rowGap;
  const top = (slot: Slot): number => {
    const inLayer = layers[slot.layer]?.length ?? 1;
    return (slot.order + (rows - inLayer) / 2) * step;
  };
  const left = (slot: Slot): number => slot.layer * (nodeWidth + columnGap);
  const middle = (slot: Slot): number => top(slot) + nodeHeight / 2;
  const placed = new Map(layers.flat().map((slot) => [slot.id, { x: left(slot), y: top(slot) }]));
  const edges = chains.map(({ from, to, slots }) => ({
    from,
    to,
    points: slots.flatMap((slot, index) => [
      ...(index > 0 ? [{ x: left(slot), y: middle(slot) }] : []),
      ...(index < slots.length - 1 ? [{ x: left(slot) + nodeWidth, y: middle(slot) }] : []),
    ]),
  }));
  return {
    nodes: graph.nodes.map((node) => ({ node, ...(placed.get(node.purl) ?? { x: 0, y: 0 }) })),
    edges,
    width: Math.max(1, layers.length) * (nodeWidth + columnGap) - columnGap,
    height: rows * step - rowGap,
    truncated: graph.truncated,
  };
};
