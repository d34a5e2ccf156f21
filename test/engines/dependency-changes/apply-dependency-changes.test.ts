import { expect, test } from 'vitest';
import { applyDependencyChanges } from '@scangate/engines/dependency-changes/apply-dependency-changes';
import type { DependencyChange } from '@scangate/engines/dependency-changes/dependency-change';
import type { AssessedUnit } from '@scangate/engines/model/assessed-unit';
import { assessedUnit } from '../assessed-fixtures.ts';
import { component, inventory } from '../sca/advisory-fixtures.ts';

const unit = (
  components: Parameters<typeof inventory>[0],
  more: Partial<AssessedUnit['inventory']> = {},
): AssessedUnit =>
  assessedUnit({
    inventory: inventory(components, more),
    packageLines: components.map((_, index) => index + 1),
  });
const change = (ref: string, upgradeTo?: string): DependencyChange => ({
  action: upgradeTo === undefined ? 'remove' : 'upgrade',
  ref,
  packageName: ref,
  file: 'package-lock.json',
  ...(upgradeTo !== undefined && { upgradeTo }),
  clears: [],
});
const node = (ref: string, dependsOn: string[] = [], direct = false) =>
  component({ ref, name: ref, dependsOn, direct });
const refsOf = ({ inventory: { components } }: AssessedUnit): string[] => components.map(({ ref }) => ref);

test('a removal also removes what only the removed package needs, with the package lines', () => {
  const before = unit([node('a', ['b', 'c'], true), node('b'), node('c'), node('d', ['c'], true)]);
  const after = applyDependencyChanges(before, [change('a')]);
  expect(refsOf(after)).toEqual(['c', 'd']);
  expect(after.packageLines).toEqual([3, 4]);
  expect(after.inventory.direct).toEqual(['d']);
});

test('a removed package stays installed while another one needs it', () => {
  const before = unit([node('a', [], true), node('d', ['a'], true)]);
  expect(refsOf(applyDependencyChanges(before, [change('a')]))).toEqual(['a', 'd']);
});

test('what the local packages of the repository require can be removed, and they stay', () => {
  const own = component({ ref: 'own', name: 'own', dependsOn: ['a'], direct: true, local: true });
  expect(refsOf(applyDependencyChanges(unit([own, node('a', ['b']), node('b')]), [change('a')]))).toEqual([
    'own',
  ]);
});

test('a package without a graph is removed alone', () => {
  expect(refsOf(applyDependencyChanges(unit([node('a'), node('b')]), [change('a')]))).toEqual(['b']);
});

test('an upgrade changes version and package URL, and keeps the place in the graph', () => {
  const after = applyDependencyChanges(unit([node('a', ['b'], true), node('b')]), [change('b', '2.0.0')]);
  expect(after.inventory.components[1]).toMatchObject({
    ref: 'b',
    version: '2.0.0',
    purl: 'pkg:npm/b@2.0.0',
  });
});

test('findings about the sources of removed packages are removed, too', () => {
  const source = { rule: 'git-source', detail: 'x', file: 'package-lock.json', ecosystem: 'npm' } as const;
  const sources = [{ ...source, packageName: 'a', version: '1.0.0' }, source];
  const after = applyDependencyChanges(unit([node('a', [], true)], { sources }), [change('a')]);
  expect(after.inventory.sources).toEqual([source]);
});
