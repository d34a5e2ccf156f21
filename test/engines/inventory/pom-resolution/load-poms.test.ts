import { describe, expect, test } from 'vitest';
import { loadPoms } from '@scangate/engines/inventory/pom-resolution/load-poms';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import {
  noPublishedPoms,
  type RequestedArtifact,
  type PublishedPoms,
} from '@scangate/engines/model/poms/published-poms';
import { inventoryLines } from '#test/corpora/inventory/inventory-case.ts';
import { publishedFrom, publishedOf } from '#test/corpora/maven-trees/engine-tree.ts';
import { bom, dep, pomXml, published, type PomParts } from '#test/corpora/maven-trees/maven-case.ts';
import { componentOf, filesOf, reasonsOf } from '../inventory-fixtures.ts';

const sourceOf = (poms: Record<string, PomParts>): PublishedPoms =>
  publishedFrom(publishedOf({ repository: published(poms) }));

/** Reads a unit, and records each request for poms. */
const read = async (files: Record<string, string>, source: PublishedPoms) => {
  const questions: (readonly RequestedArtifact[])[] = [];
  const noted: PublishedPoms = {
    ...source,
    load: (asked, snapshot) => {
      questions.push(asked);
      return source.load(asked, snapshot);
    },
  };
  const unit = filesOf(files);
  const inventory = readInventory(unit, 'maven', await loadPoms(unit, noted));
  const asked = questions
    .flat()
    .flatMap(({ name, versions }) => versions.map((version) => `${name}:${version}`));
  return { inventory, questions, asked };
};

const project = (...needs: string[]): Record<string, string> => ({ 'pom.xml': pomXml('t:p:1', { needs }) });

test('only poms that the builds need are loaded, once, and one level of the tree at a time', async () => {
  const poms: Record<string, PomParts> = {
    'g:a:1': { needs: [dep('g:c:1'), dep('g:d:1')] },
    'g:b:1': { needs: [dep('g:c:2')] },
    'g:c:1': { needs: [dep('g:e:1')] },
    'g:c:2': {},
    'g:d:1': {},
    'g:e:1': {},
    'g:unrelated:1': {},
  };
  const module = (name: string) => pomXml(`t:${name}:1`, { needs: [dep('g:a:1'), dep('g:b:1')] });
  const { inventory, questions, asked } = await read(
    { 'm/pom.xml': module('m'), 'n/pom.xml': module('n') },
    sourceOf(poms),
  );
  expect(asked.toSorted()).toEqual(['g:a:1', 'g:b:1', 'g:c:1', 'g:d:1', 'g:e:1']);
  expect(questions.length).toBe(3);
  expect(componentOf(inventory, 'g:a').dependsOn).toEqual(['pkg:maven/g/c@1', 'pkg:maven/g/d@1']);
  expect(inventory.notes).toEqual([]);
});

test('without an import, and for units without a build, nothing is loaded', async () => {
  const before = await read(project(dep('g:a:1')), noPublishedPoms);
  expect([before.questions, before.inventory.poms]).toEqual([[], undefined]);
  expect(await loadPoms(filesOf({ 'package.json': '{}' }), sourceOf({ 'g:a:1': {} }))).toBeUndefined();
});

describe('bad snapshots end, and what is not assessed is reported:', () => {
  test('parents in a cycle', async () => {
    const { inventory } = await read(
      project(dep('g:a:1')),
      sourceOf({
        'g:a:1': { parent: 'g:b:1', needs: [dep('g:x:1')] },
        'g:b:1': { parent: 'g:a:1' },
        'g:x:1': {},
      }),
    );
    expect(inventoryLines(inventory)).toEqual([
      'pkg:maven/g/a@1 required direct',
      'pkg:maven/g/x@1 required transitive',
    ]);
    expect(reasonsOf(inventory.notes)).toEqual(['pom.xml: poms that are their own parents (2): g:a, g:b']);
  });

  test('BOMs that import each other, and more parents than the limit', async () => {
    const parents = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`g:p${n}:1`, { parent: `g:p${n + 1}:1` }]),
    );
    const { inventory } = await read(
      {
        'pom.xml': pomXml('t:p:1', {
          parent: 'g:p0:1',
          relativePath: '',
          managed: [bom('g:x:1')],
          needs: [dep('g:a')],
        }),
      },
      sourceOf({
        ...parents,
        'g:x:1': { managed: [bom('g:y:1')] },
        'g:y:1': { managed: [bom('g:x:1'), dep('g:a:7')] },
        'g:a:7': {},
      }),
    );
    expect(componentOf(inventory, 'g:a').version).toBe('7');
    expect(reasonsOf(inventory.notes)).toEqual([
      expect.stringContaining('parents and BOMs that are neither in this repository nor in the POM snapshot'),
    ]);
  });

  test('missing poms, parents and BOMs, invalid names, and profiles of the environment', async () => {
    const further = `<profiles><profile><id>jdk9</id><activation><jdk>[9,)</jdk></activation><dependencies>${dep('g:z:1')}</dependencies></profile></profiles>`;
    const { inventory } = await read(
      project(dep('g:a:1'), dep('g:gone:1'), dep('../../etc:passwd:1')),
      sourceOf({ 'g:a:1': { parent: 'g:lost:1', managed: [bom('g:bom:1')], needs: [dep('g:y')], further } }),
    );
    expect(reasonsOf(inventory.notes)).toEqual([
      'pom.xml: no version is pinned (1): g:y',
      'pom.xml: parents and BOMs that are neither in this repository nor in the POM snapshot (2): g:lost:1, g:bom:1',
      'pom.xml: poms that the POM snapshot does not have, so what they bring along is not assessed (2): g:gone:1, ../../etc:passwd:1',
      'pom.xml: profiles of published poms with dependencies if a condition holds, which are not assessed (1): g:a:1 jdk9',
    ]);
  });

  test('a snapshot that returns a new pom for each request ends', async () => {
    let count = 0;
    const endless: PublishedPoms = {
      snapshot: async () => ({ id: 'endless', poms: 1 }),
      load: async (asked) =>
        asked.map(({ versions }) => ({
          poms: versions.map(() => {
            const dependencies = Array.from({ length: 20 }, () => ({
              g: 'g',
              a: `n${(count += 1)}`,
              v: '1',
            }));
            return { g: 'g', a: 'x', v: '1', dependencies };
          }),
        })),
    };
    const unit = filesOf(project(dep('g:a:1')));
    const inventory = readInventory(unit, 'maven', await loadPoms(unit, endless, 300));
    expect(reasonsOf(inventory.notes).some((reason) => reason.includes('there are too many'))).toBe(true);
  });
});

describe('content of a commit never makes a version better:', () => {
  const poms: Record<string, PomParts> = {
    'g:bom:1': { packaging: 'pom', managed: [dep('g:core:1')] },
    'g:core:1': {},
    'g:core:2': {},
  };
  const versionWith = async (files: Record<string, string>) =>
    componentOf((await read(files, sourceOf(poms))).inventory, 'g:core').version;

  test('a project with the coordinates of a BOM or parent is not used for it, unless a relative path leads to it', async () => {
    const decoy = pomXml('g:bom:1', { packaging: 'pom', managed: [dep('g:core:2')] });
    const app = pomXml('t:p:1', { managed: [bom('g:bom:1')], needs: [dep('g:core')] });
    expect(await versionWith({ 'pom.xml': app, 'decoy/pom.xml': decoy })).toBe('1');
    const child = (relativePath: string) =>
      pomXml('t:p:1', { parent: 'g:bom:1', relativePath, needs: [dep('g:core')] });
    expect(await versionWith({ 'pom.xml': child(''), 'decoy/pom.xml': decoy })).toBe('1');
    expect(await versionWith({ 'pom.xml': child('decoy/pom.xml'), 'decoy/pom.xml': decoy })).toBe('2');
  });

  test('a profile that turns off the one which is active by default is reported', async () => {
    const further = `<profiles><profile><id>new</id><activation><activeByDefault>true</activeByDefault></activation><properties><v>2</v></properties></profile><profile><id>any</id><activation><jdk>[1,)</jdk></activation></profile></profiles>`;
    const pom = pomXml('t:p:1', { properties: { v: '1' }, needs: [dep('g:core:${v}')], further });
    const { inventory } = await read({ 'pom.xml': pom }, sourceOf(poms));
    expect(reasonsOf(inventory.notes)).toEqual([
      'pom.xml: profiles that turn off those active by default, if a condition holds (1): any',
    ]);
  });

  test('a property that a further profile sets is reported', async () => {
    const further = `<profiles><profile><id>old</id><properties><v>1</v></properties></profile></profiles>`;
    const pom = pomXml('t:p:1', { properties: { v: '2' }, needs: [dep('g:core:${v}')], further });
    const { inventory } = await read({ 'pom.xml': pom }, sourceOf(poms));
    expect(reasonsOf(inventory.notes)).toEqual([
      'pom.xml: properties of dependencies that a profile sets which is not active by default (1): v',
    ]);
  });
});
