import { expect, test } from 'vitest';
import { dependencyGraph } from '@scangate/engines/dependency-changes/dependency-graph';
import { component, inventory } from '../sca/advisory-fixtures.ts';
import { processorMs } from '#test/support/processor-time.ts';

const node = (ref: string, dependsOn: string[] = [], direct = false) =>
  component({ ref, name: ref, dependsOn, direct });

test('the roots of a package are all direct dependencies that lead to it', () => {
  const graph = dependencyGraph(
    inventory([node('a', ['c'], true), node('b', ['c'], true), node('c', ['d'], true), node('d')]),
  );
  expect(graph.rootsOf('d').toSorted()).toEqual(['a', 'b', 'c']);
  expect(graph.rootsOf('a')).toEqual(['a']);
});

test('a cycle ends, and an unreachable package is its own root', () => {
  const graph = dependencyGraph(inventory([node('a', ['b'], true), node('b', ['a']), node('x')]));
  expect(graph.rootsOf('b')).toEqual(['a']);
  expect(graph.rootsOf('x')).toEqual(['x']);
  expect([...graph.without(new Set(['a']))]).toEqual(['x']);
});

test('the work over a hostile graph is bounded', () => {
  const names = Array.from({ length: 2000 }, (_, index) => `p${index}`);
  const graph = dependencyGraph(inventory(names.map((name) => node(name, names.slice(0, 500), true))));
  const started = processorMs();
  for (const name of names) graph.rootsOf(name);
  expect(processorMs() - started).toBeLessThan(5000);
});
