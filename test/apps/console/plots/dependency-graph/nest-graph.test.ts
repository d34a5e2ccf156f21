import { expect, test } from 'vitest';
import type { DependencyGraph } from '@scangate/console/plots/dependency-graph/graph.ts';
import { nestGraph, type NestedNode } from '@scangate/console/plots/dependency-graph/nest-graph.ts';

const graph = (names: readonly string[], edges: DependencyGraph['edges']): DependencyGraph => ({
  nodes: names.map((purl, index) => ({ purl, direct: index === 0, scope: 'required', findings: 0 })),
  edges,
  truncated: false,
});

const written = (nodes: readonly NestedNode[], depth = 0): string[] =>
  nodes.flatMap(({ node, isRepeated, children }) => [
    `${'-'.repeat(depth)}${node.purl}${isRepeated ? ' again' : ''}`,
    ...written(children, depth + 1),
  ]);

test('a graph nests below its direct dependencies', () => {
  const nested = nestGraph(
    graph(
      ['a', 'b', 'c'],
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
    ),
  );
  expect(written(nested)).toEqual(['a', '-b', '--c']);
});

test('a package that occurs twice is named again without its dependencies', () => {
  const nested = nestGraph(
    graph(
      ['a', 'b', 'c', 'd'],
      [
        ['a', 'b'],
        ['a', 'c'],
        ['b', 'd'],
        ['c', 'b'],
      ],
    ),
  );
  expect(written(nested)).toEqual(['a', '-b', '--d', '-c', '--b again']);
});

test('a cycle is listed once, even one that is not reachable', () => {
  const circle: DependencyGraph['edges'] = [
    ['x', 'y'],
    ['y', 'x'],
  ];
  expect(written(nestGraph(graph(['a', 'x', 'y'], circle)))).toEqual(['a', 'x', '-y', '--x again']);
});

test('a chain that is too deep for one list continues in another, with all its packages', () => {
  const names = Array.from({ length: 60 }, (_none, index) => `p${String(index).padStart(3, '0')}`);
  const edges = names.slice(1).map((name, index): [string, string] => [names[index] ?? '', name]);
  const lines = written(nestGraph(graph(names, edges)));
  expect(new Set(lines.map((line) => line.replaceAll(/^-+/g, ''))).size).toBe(60);
  expect(Math.max(...lines.map((line) => line.lastIndexOf('-') + 1))).toBe(24);
});
