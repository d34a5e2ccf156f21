import { array, assert, constantFrom, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pom } from '@scangate/engines/inventory/jvm/maven-pom';
import type { EffectiveDependency } from '@scangate/engines/inventory/pom-resolution/effective-dependencies';
import {
  highestVersions,
  type ModulePoms,
} from '@scangate/engines/inventory/pom-resolution/highest-versions';
import { loadPoms } from '@scangate/engines/inventory/pom-resolution/load-poms';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { publishedFrom, publishedOf } from '#test/corpora/maven-trees/engine-tree.ts';
import { dep, published, type PomParts } from '#test/corpora/maven-trees/maven-case.ts';
import { runs } from '#test/support/runs/samples.ts';
import { filesOf, reasonsOf } from '../inventory-fixtures.ts';
import { inventoryLines } from '#test/corpora/inventory/inventory-case.ts';

const pomNamed = (artifact: string): Pom => ({
  path: '',
  artifact,
  properties: new Map(),
  dependencies: [],
  managed: [],
  otherProfiles: [],
  conditionalProfiles: [],
  competingProfiles: [],
  otherProperties: [],
});

const needs = (name: string, version: string): EffectiveDependency => ({
  name: `g:${name}`,
  version,
  type: 'jar',
  scope: 'compile',
  optional: false,
  exclusions: [],
  declaring: pomNamed(''),
});

const pomsOf = (universe: ReadonlyMap<string, readonly EffectiveDependency[]>): ModulePoms => ({
  pomOf: (name, version) => (universe.has(`${name}@${version}`) ? pomNamed(`${name}@${version}`) : undefined),
  dependenciesOf: ({ artifact }) => universe.get(artifact) ?? [],
  versionsOf: () => [],
  recommended: () => undefined,
  fallback: () => undefined,
});

const names = ['a', 'b', 'c', 'd', 'e'];
const versions = ['1', '2', '3'];
const request = record({ name: constantFrom(...names), version: constantFrom(...versions) });
const requests = (maxLength: number) => array(request, { maxLength });

test('every module has the highest version that the chosen modules require, and nothing else is chosen', () => {
  const below = array(requests(3), { minLength: 15, maxLength: 15 });
  assert(
    property(requests(4), below, (direct, drawn) => {
      const universe = new Map(
        names.flatMap((name, at) =>
          versions.map((version, index): [string, EffectiveDependency[]] => [
            `g:${name}@${version}`,
            (drawn[at * 3 + index] ?? [])
              .filter((one) => one.name > name)
              .map((one) => needs(one.name, one.version)),
          ]),
        ),
      );
      const asked = direct.map(({ name, version }) => needs(name, version));
      const graph = highestVersions(asked, pomsOf(universe));
      expect(graph.isSettled).toBe(true);
      const all = [...graph.versions].flatMap(([name, version]) => universe.get(`${name}@${version}`) ?? []);
      const wanted = new Map<string, number>();
      for (const { name, version } of [...asked, ...all])
        wanted.set(name, Math.max(wanted.get(name) ?? 0, Number(version)));
      expect(new Map([...graph.versions].map(([name, version]) => [name, Number(version)]))).toEqual(wanted);
    }),
    { numRuns: runs(2000) },
  );
});

const readGradle = async (files: Record<string, string>, poms: Record<string, PomParts>) => {
  const source = publishedFrom(publishedOf({ repository: published(poms) }));
  const unit = filesOf(files);
  return readInventory(unit, 'gradle', await loadPoms(unit, source));
};

describe('a Gradle build with published poms:', () => {
  const poms: Record<string, PomParts> = {
    'g:web:1': {
      needs: [dep('g:core:1'), dep('g:opt:1', { optional: 'true' }), dep('g:t:1', { scope: 'test' })],
    },
    'g:api:1': { needs: [dep('g:core:2', { scope: 'runtime' })] },
    'g:core:1': { needs: [dep('g:old:1')] },
    'g:core:2': { needs: [dep('g:new:1')] },
    'g:core:3': {},
    'g:new:1': {},
    'g:old:1': {},
    'g:bom:1': { packaging: 'pom', managed: [dep('g:core:3'), dep('g:web:1')] },
    'g:junit:1': { needs: [dep('g:hamcrest:1')] },
    'g:hamcrest:1': {},
  };

  test('the highest version wins, and the dependencies of the others are dropped', async () => {
    const script = `dependencies {\n  implementation 'g:web:1'\n  runtimeOnly 'g:api:1'\n  testImplementation 'g:junit:1'\n}\n`;
    const inventory = await readGradle({ 'build.gradle': script }, poms);
    expect(inventoryLines(inventory)).toEqual([
      'pkg:maven/g/api@1 required direct',
      'pkg:maven/g/core@2 required transitive',
      'pkg:maven/g/hamcrest@1 dev transitive',
      'pkg:maven/g/junit@1 dev direct',
      'pkg:maven/g/new@1 required transitive',
      'pkg:maven/g/web@1 required direct',
    ]);
    expect(inventory.poms).toEqual({ id: 'test', poms: 10 });
    expect(reasonsOf(inventory.notes)).toEqual([
      'build.gradle: modules are resolved by their poms alone, without module metadata, rich versions, exclusions and rules of the build (1): build.gradle',
    ]);
  });

  test('each script is resolved alone, so that one does not hide an older version of another', async () => {
    const inventory = await readGradle(
      {
        'settings.gradle': `include 'a', 'b'\n`,
        'a/build.gradle': `dependencies { implementation 'g:web:1' }\n`,
        'b/build.gradle': `dependencies { implementation 'g:api:1' }\n`,
      },
      poms,
    );
    const lines = inventoryLines(inventory);
    expect(lines).toContain('pkg:maven/g/core@1 required transitive');
    expect(lines).toContain('pkg:maven/g/core@2 required transitive');
  });

  test('a platform gives versions to declarations without one, and raises those of its script', async () => {
    const script = `dependencies {\n  implementation platform('g:bom:1')\n  implementation 'g:web'\n}\n`;
    const inventory = await readGradle({ 'build.gradle': script }, poms);
    expect(inventoryLines(inventory)).toEqual([
      'pkg:maven/g/bom@1 required direct',
      'pkg:maven/g/core@3 required transitive',
      'pkg:maven/g/web@1 required direct',
    ]);
  });

  test('if a platform may or may not apply, both versions are assessed; so are stated ones beside rules', async () => {
    const files = {
      'build.gradle': `dependencyManagement { imports { mavenBom 'g:bom:1' } }\n`,
      'a/build.gradle': `dependencies { implementation 'g:web:1'\n implementation 'g:core:1' }\nconfigurations.all { resolutionStrategy { force 'g:core:1' } }\n`,
    };
    const lines = inventoryLines(await readGradle(files, poms));
    expect(lines).toContain('pkg:maven/g/core@1 required direct');
    expect(lines).toContain('pkg:maven/g/core@3 required direct');
  });
});
