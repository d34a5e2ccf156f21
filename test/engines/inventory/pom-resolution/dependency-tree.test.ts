import {
  array,
  assert,
  constant,
  constantFrom,
  dictionary,
  nat,
  oneof,
  property,
  record,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveTree } from '@scangate/engines/inventory/pom-resolution/dependency-tree';
import type { EffectiveDependency } from '@scangate/engines/inventory/pom-resolution/effective-dependencies';
import { scopesOf } from '@scangate/engines/inventory/pom-resolution/tree-scopes';
import type { TreeNode, TreePoms } from '@scangate/engines/inventory/pom-resolution/tree-node';
import type { Pom, Relocation } from '@scangate/engines/inventory/jvm/maven-pom';
import { runs } from '#test/support/runs/samples.ts';
import { naiveTree, type Managed, type Universe } from './naive-tree.ts';

const pomNamed = (artifact: string, relocation?: Relocation): Pom => ({
  path: '',
  artifact,
  properties: new Map(),
  dependencies: [],
  managed: [],
  otherProfiles: [],
  conditionalProfiles: [],
  competingProfiles: [],
  otherProperties: [],
  ...(relocation && { relocation }),
});

const needs = (
  name: string,
  version: string,
  rest: Partial<EffectiveDependency> = {},
): EffectiveDependency => ({
  name: `g:${name}`,
  version,
  type: 'jar',
  scope: 'compile',
  optional: false,
  exclusions: [],
  declaring: pomNamed('project'),
  ...rest,
});

/** Answers from a universe; what is not in it has no pom. */
const pomsOf = (
  universe: Universe,
  {
    managed = new Map(),
    moved = new Map(),
  }: { managed?: Managed; moved?: ReadonlyMap<string, Relocation> } = {},
): TreePoms => {
  const poms = new Map([...universe.keys()].map((key) => [key, pomNamed(key, moved.get(key))]));
  return {
    pomOf: (name, version) => poms.get(`${name}@${version}`),
    dependenciesOf: ({ artifact }) => universe.get(artifact) ?? [],
    managedBy: (key) => managed.get(key.split(':', 2).join(':')),
    versionsOf: (name) =>
      [...universe.keys()].filter((key) => key.startsWith(`${name}@`)).map((key) => key.split('@')[1] ?? ''),
  };
};

const universeOf = (entries: Record<string, EffectiveDependency[]>): Universe =>
  new Map(Object.entries(entries).map(([key, dependencies]) => [`g:${key}`, dependencies]));

const pathOf = (node: TreeNode): string[] => {
  const above = node.requestedBy[0]?.from;
  return above ? [...pathOf(above), above.name] : [];
};

const linesOf = (nodes: readonly TreeNode[]): string[] => {
  const scopes = scopesOf({ nodes });
  return nodes.map((node) => [node.name, node.version, scopes.get(node), pathOf(node).join('>')].join(' '));
};

const chosenBy = (direct: EffectiveDependency[], poms: TreePoms): string[] =>
  resolveTree(direct, poms).nodes.map(({ name, version }) => `${name.slice(2)}@${version}`);

const names = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const versions = ['1', '2'] as const;

const dependency = record({
  name: constantFrom(...names),
  version: constantFrom(...versions),
  scope: constantFrom('compile', 'compile', 'compile', 'runtime', 'provided', 'test'),
  optional: nat(5).map((roll) => roll === 0),
  exclusions: oneof(
    { weight: 4, arbitrary: constant<string[]>([]) },
    { weight: 1, arbitrary: constantFrom(['g:c'], ['*:d'], ['g:*'], ['*:*'], ['g:e', 'x:*']) },
  ),
});
type Drawn = typeof dependency extends Arbitrary<infer T> ? T : never;

const asDependencies = (drawn: readonly Drawn[]): EffectiveDependency[] => [
  ...new Map(drawn.map(({ name, version, ...rest }) => [name, needs(name, version, rest)])).values(),
];

const managedValues = record(
  {
    version: constantFrom(...versions),
    scope: constantFrom('compile', 'runtime', 'test', 'provided'),
    exclusions: constantFrom(['g:f'], ['*:b']),
  },
  { requiredKeys: [] },
);

const drawnProject = record({
  direct: array(dependency, { maxLength: 4 }),
  below: array(array(dependency, { maxLength: 3 }), {
    minLength: names.length * versions.length,
    maxLength: names.length * versions.length,
  }),
  managed: dictionary(constantFrom(...names), managedValues, { maxKeys: 2 }),
});

/** Dependencies point forward in the alphabet only, so that no artifact brings itself along. */
const universeFrom = (below: readonly (readonly Drawn[])[]): Universe =>
  new Map(
    names.flatMap((name, at) =>
      versions.map((version, index): [string, EffectiveDependency[]] => [
        `g:${name}@${version}`,
        asDependencies((below[at * versions.length + index] ?? []).filter((one) => one.name > name)),
      ]),
    ),
  );

test('the tree equals that of all paths taken together', () => {
  assert(
    property(drawnProject, ({ direct, below, managed }) => {
      const universe = universeFrom(below);
      const rules: Managed = new Map(
        Object.entries(managed).map(([name, values]) => [`g:${name}`, values as object]),
      );
      const asked = asDependencies(direct);
      const { nodes, omitted } = resolveTree(asked, pomsOf(universe, { managed: rules }));
      expect(linesOf(nodes)).toEqual(naiveTree(asked, universe, rules));
      expect(omitted).toBe(0);
    }),
    { numRuns: runs(4000) },
  );
});

test('ranges: the chosen version is inside every range that requires it, or the conflict is reported', () => {
  const ranged = record({
    name: constantFrom(...names),
    version: constantFrom('1', '2', '3', '[1,2]', '[2,3]', '[1,3)', '[2]', '[4,5)'),
  });
  const drawn = array(array(ranged, { maxLength: 3 }), { minLength: 19, maxLength: 19 });
  const threeVersions = ['1', '2', '3'];
  const toDependencies = (list: readonly { name: string; version: string }[]) => [
    ...new Map(list.map(({ name, version }) => [name, needs(name, version)])).values(),
  ];
  assert(
    property(drawn, ([direct = [], ...below]) => {
      const universe: Universe = new Map(
        names.flatMap((name, at) =>
          threeVersions.map((version, index) => [
            `g:${name}@${version}`,
            toDependencies((below[at * 3 + index] ?? []).filter((one) => one.name > name)),
          ]),
        ),
      );
      const tree = resolveTree(toDependencies(direct), pomsOf(universe));
      const chosen = new Map(tree.nodes.map((node) => [node.name, node]));
      for (const node of tree.nodes) {
        if (tree.unsolvable.has(node.key)) continue;
        for (const { declared } of tree.nodes)
          if (declared.name === node.name) expect(chosen.get(node.name)).toBe(node);
        const asked = tree.nodes
          .filter(({ requestedBy }) => requestedBy.length > 0)
          .flatMap(({ pom }) => (pom ? (universe.get(pom.artifact) ?? []) : []))
          .filter(({ name, version = '' }) => name === node.name && version.startsWith('['));
        for (const { version = '' } of asked) {
          const [from = '0', to = from] = version.slice(1, -1).split(',');
          const isInside =
            Number(node.version) >= Number(from) &&
            (version.endsWith(')') ? Number(node.version) < Number(to) : Number(node.version) <= Number(to));
          expect(isInside).toBe(true);
        }
      }
    }),
    { numRuns: runs(2000) },
  );
});

describe('rules in the documentation of Maven:', () => {
  test('the nearest wins, even an older version; the first at equal depth', () => {
    const universe = universeOf({
      'a@1': [needs('x', '2')],
      'b@1': [needs('y', '1')],
      'y@1': [needs('x', '3')],
      'c@1': [needs('x', '1')],
      'x@2': [needs('z', '1')],
      'x@1': [],
      'x@3': [],
      'z@1': [],
    });
    expect(chosenBy([needs('b', '1'), needs('a', '1')], pomsOf(universe))).toEqual([
      'b@1',
      'a@1',
      'y@1',
      'x@2',
      'z@1',
    ]);
    expect(chosenBy([needs('c', '1'), needs('a', '1')], pomsOf(universe))).toEqual(['c@1', 'a@1', 'x@1']);
  });

  test('a range further away overrides a nearer version', () => {
    const universe = universeOf({
      'a@1': [needs('x', '[2,3)')],
      'x@1': [],
      'x@2': [needs('y', '1')],
      'x@2.5': [],
      'y@1': [],
    });
    const tree = resolveTree([needs('x', '1'), needs('a', '1')], pomsOf(universe));
    expect(linesOf(tree.nodes)).toEqual(['g:a 1 compile ', 'g:x 2.5 compile g:a']);
    expect([...tree.ranges]).toEqual(['g:x:[2,3)']);
  });

  test('ranges that exclude each other are reported, and the nearest is assessed', () => {
    const universe = universeOf({ 'a@1': [needs('x', '[2]')], 'x@1': [], 'x@2': [] });
    const tree = resolveTree([needs('x', '[1]'), needs('a', '1')], pomsOf(universe));
    expect(tree.nodes.map(({ name, version }) => `${name} ${version}`)).toEqual(['g:x 1', 'g:a 1']);
    expect([...tree.unsolvable]).toEqual(['g:x:jar:']);
  });

  test('a relocated artifact is its new one, and both are one', () => {
    const universe = universeOf({
      'old@1': [],
      'new@1': [needs('z', '1')],
      'old@0': [],
      'z@1': [],
      'a@1': [needs('old', '0')],
    });
    const moved = new Map([['g:old@1', { artifact: 'new' }]]);
    const tree = resolveTree([needs('a', '1'), needs('old', '1')], pomsOf(universe, { moved }));
    expect(linesOf(tree.nodes)).toEqual(['g:a 1 compile ', 'g:new 1 compile ', 'g:z 1 compile g:new']);
  });

  test('artifacts that relocate to each other end', () => {
    const moved = new Map([
      ['g:a@1', { artifact: 'b' }],
      ['g:b@1', { artifact: 'a' }],
    ]);
    const universe = universeOf({ 'a@1': [], 'b@1': [] });
    expect(() => resolveTree([needs('a', '1')], pomsOf(universe, { moved }))).not.toThrow();
  });

  test('dependencies of a war or a local file are included', () => {
    const universe = universeOf({ 'w@1': [needs('x', '1')], 's@1': [needs('y', '1')], 'x@1': [], 'y@1': [] });
    const direct = [needs('w', '1', { type: 'war' }), needs('s', '1', { scope: 'system' })];
    expect(chosenBy(direct, pomsOf(universe))).toEqual(['w@1', 's@1']);
  });

  test('artifacts in a cycle, and a missing pom', () => {
    const universe = universeOf({ 'a@1': [needs('b', '1')], 'b@1': [needs('a', '2'), needs('gone', '7')] });
    const tree = resolveTree([needs('a', '1')], pomsOf(universe));
    expect(linesOf(tree.nodes)).toEqual(['g:a 1 compile ', 'g:b 1 compile g:a', 'g:gone 7 compile g:a>g:b']);
    expect([...tree.missing]).toEqual(['g:gone:7']);
  });
});

test('an endless tree is cut off, and the omissions are counted', () => {
  const wide = (from: number): EffectiveDependency[] =>
    Array.from({ length: 300 }, (_, n) => needs(`m${from * 300 + n}`, '1'));
  const poms: TreePoms = {
    pomOf: (name) => pomNamed(name),
    dependenciesOf: ({ artifact }) => wide(Number(artifact.slice(3)) + 1),
    managedBy: () => undefined,
    versionsOf: () => [],
  };
  const tree = resolveTree(wide(0), poms);
  expect(tree.nodes.length).toBe(50_000);
  expect(tree.omitted).toBeGreaterThan(0);
});
