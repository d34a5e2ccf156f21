import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PackageGraph } from '@scangate/engines/sbom/sbom-graph';
import { maxGraphNodes, selectGraph } from '@scangate/engines/sbom/select-graph';
import { processorMs } from '#test/support/processor-time.ts';

/** A graph from `from to` lines; packages with an exclamation mark are direct. */
const graphOf = (...lines: string[]): PackageGraph => {
  const packages: PackageGraph['packages'] = new Map();
  const dependencies: PackageGraph['dependencies'] = new Map();
  for (const line of lines) {
    const [from = '', ...targets] = line.split(' ');
    for (const name of [from, ...targets]) {
      const purl = name.replace('!', '');
      const direct = name.endsWith('!') || packages.get(purl)?.direct === true;
      packages.set(purl, { purl, direct, scope: 'required' });
    }
    dependencies.set(
      from.replace('!', ''),
      targets.map((target) => target.replace('!', '')),
    );
  }
  return { packages, dependencies };
};

const none = new Map<string, number>();
const select = (graph: PackageGraph, purl?: string, findings = none) =>
  selectGraph(graph, { purl, findings });
const namesOf = (selected: ReturnType<typeof select>) => selected.nodes.map(({ purl }) => purl);

const diamond = graphOf('a! b c', 'b target@1 x', 'c d', 'd target@1', 'target@1 below', 'other! y');

describe('the paths to a package', () => {
  test('are complete, without packages beside or below', () => {
    const selected = select(diamond, 'target@1');
    expect(namesOf(selected)).toEqual(['a', 'b', 'c', 'd', 'target@1']);
    expect(selected.edges).toEqual([
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'target@1'],
      ['c', 'd'],
      ['d', 'target@1'],
    ]);
    expect(selected.truncated).toBe(false);
  });

  test('lead to each version when none is named', () => {
    const graph = graphOf('a! lib@1 lib@2', 'b! lib-x@1');
    expect(namesOf(select(graph, 'lib'))).toEqual(['a', 'lib@1', 'lib@2']);
  });

  test('are empty for an unknown package, and the package alone if the file has no graph', () => {
    expect(select(diamond, 'nobody')).toEqual({ nodes: [], edges: [], truncated: false });
    expect(namesOf(select(graphOf('a!', 'lonely@1'), 'lonely@1'))).toEqual(['lonely@1']);
  });

  test('end in cycles, too', () => {
    expect(namesOf(select(graphOf('a! b', 'b c a', 'c b target', 'target a'), 'target'))).toEqual([
      'a',
      'b',
      'c',
      'target',
    ]);
  });

  test('are cut after the shortest ones', () => {
    const wide = Array.from({ length: 300 }, (_, index) => `d${String(index).padStart(3, '0')}! m${index}`);
    const long = wide.map((_, index) => `m${index} target`);
    const selected = select(graphOf('near! target', ...wide, ...long), 'target');
    expect([selected.nodes.length, selected.truncated]).toEqual([maxGraphNodes, true]);
    expect(namesOf(selected)).toContain('near');
  });
});

describe('the whole graph', () => {
  test('has everything while it fits', () => {
    expect(namesOf(select(diamond))).toEqual(['a', 'b', 'below', 'c', 'd', 'other', 'target@1', 'x', 'y']);
  });

  test('has packages with findings first, with the path to them', () => {
    const wide = Array.from({ length: 300 }, (_, index) => `w${index}!`);
    const selected = select(graphOf(...wide, 'z! zz', 'zz zzz'), undefined, new Map([['zzz', 2]]));
    expect(namesOf(selected)).toEqual(expect.arrayContaining(['z', 'zz', 'zzz']));
    expect(selected.nodes.find(({ purl }) => purl === 'zzz')?.findings).toBe(2);
    expect([selected.nodes.length, selected.truncated]).toEqual([maxGraphNodes, true]);
  });
});

test('a chain of 100,000 packages is answered at once', () => {
  const lines = Array.from(
    { length: 100_000 },
    (_, index) => `p${index}${index === 0 ? '!' : ''} p${index + 1}`,
  );
  const graph = graphOf(...lines);
  const begun = processorMs();
  for (const purl of ['p99999', undefined]) expect(select(graph, purl).truncated).toBe(true);
  expect(processorMs() - begun).toBeLessThan(5_000);
});

/** The packages that direct ones lead to. */
const reachedBy = (
  packages: readonly { purl: string; direct: boolean }[],
  edges: ReadonlyMap<string, readonly (readonly [string, string])[]>,
): Set<string> => {
  const reached = new Set(packages.filter(({ direct }) => direct).map(({ purl }) => purl));
  for (const name of reached) for (const [, to] of edges.get(name) ?? []) reached.add(to);
  return reached;
};

test('the selection is connected, bounded, and independent of the order of packages', () => {
  const names = fc.integer({ min: 0, max: 400 }).map((number) => `n${number}`);
  const lines = fc.array(fc.tuple(names, fc.boolean(), fc.array(names, { maxLength: 5 })), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(lines, fc.option(names, { nil: undefined }), (drawn, purl) => {
      const unique = [...new Map(drawn.map((line) => [line[0], line])).values()];
      const written = unique.map(([name, isDirect, to]) => [isDirect ? `${name}!` : name, ...to].join(' '));
      const graph = graphOf(...written);
      const selected = select(graph, purl);
      expect(selected.nodes.length).toBeLessThanOrEqual(maxGraphNodes);
      const back = [...graph.dependencies].toReversed();
      const reordered = { packages: new Map([...graph.packages].toReversed()), dependencies: new Map(back) };
      expect(select(reordered, purl)).toEqual(selected);
      const within = reachedBy(selected.nodes, new Map(Map.groupBy(selected.edges, ([from]) => from)));
      const edges = [...graph.dependencies].flatMap(([from, to]) => to.map((each) => [from, each] as const));
      const anywhere = reachedBy(
        [...graph.packages.values()],
        Map.groupBy(edges, ([from]) => from),
      );
      for (const name of namesOf(selected)) expect(within.has(name)).toBe(anywhere.has(name));
    }),
    { numRuns: 60 },
  );
});
