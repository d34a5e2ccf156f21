import * as fc from 'fast-check';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { describe, expect, test } from 'vitest';
import type { Component, Inventory } from '@scangate/engines/model/component';
import { tool } from '@scangate/engines/model/tool';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { mergeSboms } from '@scangate/engines/sbom/merge-sboms';
import { inventoryWith, sbomInputOf } from './sbom-fixtures.ts';

interface Document {
  metadata: Record<string, unknown>;
  components: (Record<string, unknown> & { purl?: string; 'bom-ref': string })[];
  dependencies: { ref: string; dependsOn?: string[] }[];
  compositions: { aggregate: string; assemblies?: string[]; dependencies?: string[] }[];
}

const documentOf = (inventory: Inventory): Document =>
  JSON.parse(buildSbom(sbomInputOf(inventory))) as Document;

const at = (name: string, place: string, parts: Partial<Component> = {}): Partial<Component> => ({
  ref: place === '' ? `pkg:npm/${name}@1` : `pkg:npm/${name}@1|${place}`,
  purl: `pkg:npm/${name}@1`,
  ecosystem: 'npm',
  name,
  version: '1',
  ...parts,
});

describe('a package at several places', () => {
  const inventory = inventoryWith(
    at('a', '', { scope: 'dev', dependsOn: ['pkg:npm/b@1'] }),
    at('a', 'node_modules/x/node_modules/a', { dependsOn: ['pkg:npm/c@1'], license: 'MIT' }),
    at('b', ''),
    at('c', '', { dependsOn: ['pkg:npm/a@1|node_modules/x/node_modules/a'] }),
  );
  const document = documentOf(inventory);

  test('is one component with its places, the strongest scope and all edges', () => {
    expect(document.components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/a@1',
      'pkg:npm/b@1',
      'pkg:npm/c@1',
    ]);
    expect(document.components[0]).toMatchObject({
      scope: 'required',
      licenses: [{ license: { id: 'MIT' } }],
      evidence: {
        occurrences: [
          { location: 'package-lock.json' },
          { location: 'package-lock.json', additionalContext: 'node_modules/x/node_modules/a' },
        ],
      },
    });
    expect(document.dependencies).toContainEqual({
      ref: 'pkg:npm/a@1',
      dependsOn: ['pkg:npm/b@1', 'pkg:npm/c@1'],
    });
    expect(document.dependencies).toContainEqual({ ref: 'pkg:npm/c@1', dependsOn: ['pkg:npm/a@1'] });
  });

  test('is one component of several units, with places below the repository', () => {
    const merged = JSON.parse(
      mergeSboms(
        ['', 'web'].map((unitPath) => ({
          unitPath,
          document: JSON.parse(buildSbom(sbomInputOf(inventory, unitPath))),
        })),
        {
          subject: { ref: 'repository', name: 'acme/x', version: 'b', supplier: 'acme' },
          properties: [],
          serialNumber: 'urn:uuid:0',
          timestamp: new Date(0),
        },
      ),
    ) as Document;
    expect(merged.components.filter(({ purl }) => purl === 'pkg:npm/b@1')).toMatchObject([
      {
        evidence: { occurrences: [{ location: 'package-lock.json' }, { location: 'web/package-lock.json' }] },
      },
    ]);
  });
});

describe('the minimum elements', () => {
  const { metadata, components } = documentOf(
    inventoryWith(
      at('@scope/a', ''),
      { name: 'org.example:b', ecosystem: 'Maven', version: '1' },
      { name: 'github.com/acme/c', ecosystem: 'Go', version: 'v1.0.0' },
      { name: 'd', ecosystem: 'PyPI', version: '1' },
      { name: 'own', local: true },
    ),
  );

  test('of the document are author, tool with version, time and supplier', () => {
    expect(metadata).toMatchObject({
      timestamp: '2026-03-10T12:00:00.000Z',
      authors: [{ name: 'Scangate' }],
      supplier: { name: 'acme' },
      tools: { components: [{ name: 'scangate', version: tool.version, supplier: { name: 'Scangate' } }] },
      component: { supplier: { name: 'acme' } },
    });
  });

  test('of a component include the supplier if its name states one', () => {
    const suppliers = Object.fromEntries(components.map(({ name, supplier }) => [name, supplier]));
    expect(suppliers).toEqual({
      a: { name: '@scope' },
      b: { name: 'org.example' },
      'github.com/acme/c': { name: 'github.com/acme' },
      d: undefined,
      own: { name: 'acme' },
    });
  });
});

describe('compositions', () => {
  test('are complete only without a gap', () => {
    expect(documentOf(inventoryWith(at('a', ''))).compositions).toEqual([
      { aggregate: 'complete', assemblies: ['unit:.'], dependencies: ['unit:.'] },
    ]);
    const notes = [{ file: 'package-lock.json', reason: 'odd' }];
    const unread = [{ file: 'Podfile.lock', reason: 'not read' }];
    expect(documentOf({ ...inventoryWith(at('a', '')), notes }).compositions[0]?.aggregate).toBe(
      'incomplete',
    );
    expect(documentOf({ ...inventoryWith(at('a', '')), unread }).compositions[0]?.aggregate).toBe(
      'incomplete',
    );
    expect(documentOf({ ...inventoryWith(), read: [] }).compositions[0]?.aggregate).toBe('unknown');
  });

  test('name packages without version, and packages whose file has no relationships', () => {
    const unpinned: Partial<Component> = { ref: 'b', name: 'b' };
    expect(documentOf(inventoryWith(at('a', ''), unpinned)).compositions.slice(1)).toEqual([
      { aggregate: 'incomplete', assemblies: ['b'] },
      { aggregate: 'unknown', dependencies: ['pkg:npm/a@1', 'b'] },
    ]);
  });
});

const official = new JsonStrictValidator(Version.v1dot6);
const places = fc.uniqueArray(
  fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), place: fc.constantFrom('', 'x', 'y') }),
  { selector: ({ name, place }) => `${name}|${place}`, minLength: 1, maxLength: 10 },
);

test('any places and edges give a valid document with each purl once and no dangling edge', async () => {
  await fc.assert(
    fc.asyncProperty(
      places,
      fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 20 }),
      fc.boolean(),
      async (all, edges, gap) => {
        const components = all.map(({ name, place }) => at(name, place, { dependsOn: [] }));
        for (const [from, to] of edges) {
          const target = components[to % components.length]?.ref;
          const source = components[from % components.length];
          if (source && target !== undefined) source.dependsOn = [...(source.dependsOn ?? []), target];
        }
        const inventory = inventoryWith(...components);
        const text = buildSbom(sbomInputOf({ ...inventory, notes: gap ? [{ file: 'f', reason: 'r' }] : [] }));
        expect(await official.validate(text)).toBeNull();
        const document = JSON.parse(text) as Document;
        const purls = document.components.map(({ purl }) => purl);
        expect(new Set(purls)).toEqual(new Set(all.map(({ name }) => `pkg:npm/${name}@1`)));
        expect(new Set(purls).size).toBe(purls.length);
        const refs = new Set(document.components.map((component) => component['bom-ref']));
        expect(
          document.dependencies.flatMap(({ dependsOn = [] }) => dependsOn).filter((ref) => !refs.has(ref)),
        ).toEqual([]);
        expect(document.compositions[0]?.aggregate).toBe(gap ? 'incomplete' : 'complete');
      },
    ),
    { numRuns: 50 },
  );
});
