import { describe, expect, test } from 'vitest';
import {
  layOutGraph,
  nodeHeight,
  nodeWidth,
} from '@scangate/console/plots/dependency-graph/lay-out-graph.ts';
import {
  tidyGraph,
  type DependencyGraph,
  type GraphNode,
} from '@scangate/console/plots/dependency-graph/graph.ts';

const node = (name: string, more: Partial<GraphNode> = {}): GraphNode => ({
  purl: `pkg:npm/${name}@1.0.0`,
  version: '1.0.0',
  direct: false,
  scope: 'required',
  findings: 0,
  ...more,
});

const edge = (from: string, to: string): [string, string] => [`pkg:npm/${from}@1.0.0`, `pkg:npm/${to}@1.0.0`];

const graph = (names: string, edges: readonly string[]): DependencyGraph => ({
  nodes: [...names].map((name, index) => node(name, { direct: index === 0 })),
  edges: edges.map((pair) => edge(pair.charAt(0), pair.charAt(1))),
  truncated: false,
});

const columnOf = (given: DependencyGraph): Record<string, number> =>
  Object.fromEntries(
    layOutGraph(given).nodes.map((placed) => [placed.node.purl.slice(8, 9), placed.x / (nodeWidth + 56)]),
  );

describe('a graph of dependencies', () => {
  test('places every dependency to the right of all its dependents', () => {
    expect(columnOf(graph('abcd', ['ab', 'bc', 'ac', 'cd', 'ad']))).toEqual({ a: 0, b: 1, c: 2, d: 3 });
  });

  test('is laid out the same, whatever the order of nodes and edges', () => {
    const given = graph('abcdefgh', ['ab', 'ac', 'bd', 'ce', 'ef', 'af', 'dg', 'gh', 'ch']);
    const shuffled = { ...given, nodes: given.nodes.toReversed(), edges: given.edges.toReversed() };
    expect(layOutGraph(shuffled)).toEqual(layOutGraph(given));
  });

  test('terminates for a cycle, and for a package that depends on itself', () => {
    expect(columnOf(graph('abc', ['ab', 'bc', 'ca', 'bb']))).toEqual({ a: 0, b: 1, c: 2 });
    expect(columnOf({ ...graph('ab', ['ab', 'ba']), nodes: [node('a'), node('b')] })).toEqual({ a: 0, b: 1 });
  });

  test('never places two packages on each other', () => {
    const names = 'abcdefghijklmnopqrstuvwxyz';
    const edges = [...names].flatMap((from, at) =>
      [at * 2 + 1, at * 2 + 2, at + 5].flatMap((to) => (names[to] ? [`${from}${names[to]}`] : [])),
    );
    const { nodes, width, height } = layOutGraph(graph(names, edges));
    for (const [index, a] of nodes.entries()) {
      expect(a.x >= 0 && a.x + nodeWidth <= width && a.y >= 0 && a.y + nodeHeight <= height).toBe(true);
      const touching = nodes.slice(index + 1).filter((b) => a.x === b.x && Math.abs(a.y - b.y) < nodeHeight);
      expect(touching).toEqual([]);
    }
  });

  test('routes a long edge around the packages between its ends', () => {
    const { nodes, edges } = layOutGraph(graph('abcd', ['ab', 'bc', 'cd', 'ad']));
    const long = edges.find(({ from, to }) => from.includes('/a@') && to.includes('/d@'));
    const inner = long?.points.slice(1, -1) ?? [];
    expect(inner).toHaveLength(4);
    for (const { x, y } of inner) {
      const hit = nodes.filter((n) => x >= n.x && x <= n.x + nodeWidth && y >= n.y && y <= n.y + nodeHeight);
      expect(hit).toEqual([]);
    }
  });

  test('shows at most 200 packages, the direct ones first, and says that it left some out', () => {
    const nodes = Array.from({ length: 250 }, (_none, index) => node(`p${index}`, { direct: index > 200 }));
    const { nodes: drawn, truncated } = layOutGraph({ nodes, edges: [], truncated: false });
    expect([drawn.length, truncated]).toEqual([200, true]);
    expect(drawn.filter(({ node: { direct } }) => direct)).toHaveLength(49);
  });

  test('lays out a chain of 200 without a stack overflow, within 200 ms', () => {
    const nodes = Array.from({ length: 200 }, (_none, index) => node(`p${1000 + index}`));
    const edges = nodes.slice(1).map(({ purl }, index): [string, string] => [nodes[index]?.purl ?? '', purl]);
    const started = performance.now();
    const layout = layOutGraph({ nodes, edges, truncated: false });
    expect(Math.max(...layout.nodes.map(({ x }) => x))).toBe(199 * (nodeWidth + 56));
    expect(performance.now() - started).toBeLessThan(200);
  });

  test('is empty without packages', () => {
    expect(layOutGraph({ nodes: [], edges: [], truncated: false })).toMatchObject({ nodes: [], edges: [] });
  });

  test('drops repeated packages, repeated edges and edges to unknown packages', () => {
    const given = graph('ab', ['ab', 'ab', 'az', 'aa']);
    const tidy = tidyGraph({ ...given, nodes: [...given.nodes, ...given.nodes] });
    expect([tidy.nodes.length, tidy.edges, tidy.truncated]).toEqual([2, [edge('a', 'b')], false]);
  });
});
