import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { engineInput, indexOf, osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { componentOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const documentOf = (components: unknown[], more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  components,
  ...more,
});

test('the purl of a component takes precedence over its other members', () => {
  const { components, unitType } = inventoryFromSbom(
    documentOf([
      {
        type: 'library',
        'bom-ref': 'x',
        group: '@scope',
        name: 'a',
        version: '9.9.9',
        purl: 'pkg:npm/%40scope/a@1.0.0',
        scope: 'optional',
        hashes: [
          { alg: 'SHA-1', content: 'AB'.repeat(20) },
          { alg: 'SHA-1', content: 'short' },
          { alg: 'BLAKE3', content: 'ab'.repeat(32) },
        ],
        licenses: [{ license: { id: 'MIT' } }],
      },
    ]),
  );
  expect(unitType).toBe('npm');
  expect(components).toEqual([
    {
      ref: 'pkg:npm/%40scope/a@1.0.0',
      purl: 'pkg:npm/%40scope/a@1.0.0',
      ecosystem: 'npm',
      name: '@scope/a',
      version: '1.0.0',
      scope: 'optional',
      direct: true,
      license: 'MIT',
      hashes: [{ alg: 'SHA-1', content: 'ab'.repeat(20) }],
      dependsOn: [],
      file: 'sbom.json',
    },
  ]);
});

test.each([{ name: 'github.com/BurntSushi/toml' }, { group: 'github.com/BurntSushi', name: 'toml' }])(
  'a Go module gets from %o the upper case that its purl lacks',
  (named) => {
    const inventory = inventoryFromSbom(
      documentOf([{ type: 'library', ...named, purl: 'pkg:golang/github.com/burntsushi/toml@v1.0.0' }]),
    );
    expect(inventory.components[0]).toMatchObject({ name: 'github.com/BurntSushi/toml', ecosystem: 'Go' });
  },
);

describe('the graph', () => {
  const nested = documentOf(
    [
      {
        type: 'framework',
        'bom-ref': 'a',
        name: 'a',
        purl: 'pkg:npm/a@1.0.0',
        components: [{ type: 'library', 'bom-ref': 'b', name: 'b', purl: 'pkg:npm/b@1.0.0' }],
      },
      { type: 'library', 'bom-ref': 'c', name: 'c', purl: 'pkg:npm/c@1.0.0', scope: 'excluded' },
    ],
    {
      metadata: { component: { type: 'application', 'bom-ref': 'root', name: 'root' } },
      dependencies: [
        { ref: 'root', dependsOn: ['a', 'missing'] },
        { ref: 'a', dependsOn: ['b', 'a', 7] },
        { ref: 'b', dependsOn: ['a'] },
      ],
    },
  );

  test('nested components are components, and edges are those of the document', () => {
    const inventory = inventoryFromSbom(nested);
    expect(namesOf(inventory)).toEqual(['a@1.0.0', 'b@1.0.0', 'c@1.0.0']);
    expect(inventory.direct).toEqual(['pkg:npm/a@1.0.0']);
    expect(componentOf(inventory, 'a').dependsOn).toEqual(['pkg:npm/b@1.0.0']);
    expect(componentOf(inventory, 'b').dependsOn).toEqual(['pkg:npm/a@1.0.0']);
    expect(componentOf(inventory, 'c').scope).toBe('dev');
  });

  test('components nested in the subject are included with their edges', () => {
    const module = { type: 'library', 'bom-ref': 'm', name: 'm', purl: 'pkg:maven/org.example/m@1' };
    const inventory = inventoryFromSbom(
      documentOf([{ type: 'library', 'bom-ref': 'l', name: 'l', purl: 'pkg:maven/org.example/l@2' }], {
        metadata: {
          component: { type: 'application', 'bom-ref': 'root', name: 'root', components: [module] },
        },
        dependencies: [
          { ref: 'root', dependsOn: ['m'] },
          { ref: 'm', dependsOn: ['l'] },
        ],
      }),
    );
    expect(inventory.direct).toEqual(['pkg:maven/org.example/m@1']);
    expect(componentOf(inventory, 'org.example:m').dependsOn).toEqual(['pkg:maven/org.example/l@2']);
  });

  test('a duplicate bom-ref drops no component', () => {
    const twice = { type: 'library', 'bom-ref': 'x', name: 'x' };
    expect(
      inventoryFromSbom(
        documentOf([
          { ...twice, version: '1' },
          { ...twice, version: '2' },
        ]),
      ).components,
    ).toHaveLength(2);
  });
});

test.each([
  [[{ expression: 'MIT OR Apache-2.0' }], 'MIT OR Apache-2.0'],
  [[{ license: { id: 'MIT' } }, { license: { name: 'Own Terms' } }], 'MIT AND (Own Terms)'],
  [[{ license: { name: 'Own Terms' } }], 'Own Terms'],
  [[], undefined],
  ['MIT', undefined],
])('licenses %j are read as %s', (licenses, license) => {
  expect(
    inventoryFromSbom(documentOf([{ type: 'library', name: 'a', licenses }])).components[0]?.license,
  ).toBe(license);
});

test('components without advisories are included and noted', () => {
  const inventory = inventoryFromSbom(
    documentOf([
      { type: 'library', name: 'curl', purl: 'pkg:deb/debian/curl@7.50.3-1' },
      { type: 'library', name: 'unnamed-origin', version: '1' },
      { type: 'file', name: 'README' },
      { type: 'library', name: 'b', purl: 'pkg:npm/b' },
      { type: 'library' },
    ]),
  );
  expect(inventory.components).toHaveLength(3);
  expect(reasonsOf(inventory.notes)).toEqual([
    'sbom.json: entries that could not be understood (1): component 4',
    'sbom.json: from no registry that has advisories (1): unnamed-origin',
    'sbom.json: no version is pinned (1): b',
    'sbom.json: of debian, whose release is not known (1): pkg:deb/debian/curl@7.50.3-1',
    'sbom.json: of type file and not assessed (1): README',
  ]);
});

test("development packages are recognized by CycloneDX's property", () => {
  const properties = [{ name: 'cdx:npm:package:development', value: 'true' }];
  const inventory = inventoryFromSbom(
    documentOf([{ type: 'library', name: 'a', purl: 'pkg:npm/a@1', properties }]),
  );
  expect(inventory.components[0]?.scope).toBe('dev');
});

test('a document that contains itself or is very deep terminates', () => {
  const loop: { type: string; name: string; components: unknown[] } = {
    type: 'library',
    name: 'a',
    components: [],
  };
  loop.components.push(loop);
  expect(inventoryFromSbom(documentOf([loop])).components).toHaveLength(100_000);
  let deep: unknown = { type: 'library', name: 'leaf' };
  for (let depth = 0; depth < 50_000; depth += 1) deep = { type: 'library', name: 'n', components: [deep] };
  expect(inventoryFromSbom(documentOf([deep])).components).toHaveLength(50_001);
});

test('any input gives an inventory without throwing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (a, b, c) => {
      expect(inventoryFromSbom(a).read).toEqual(['sbom.json']);
      const odd = documentOf([a, { type: a, name: b, purl: c, licenses: a, hashes: b, components: c }], {
        dependencies: [{ ref: a, dependsOn: b }, c],
        metadata: c,
      });
      expect(inventoryFromSbom(odd).read).toEqual(['sbom.json']);
    }),
  );
});

describe('a document with less than the complete inventory', () => {
  const coverageOf = (document: unknown) => {
    const inventory = inventoryFromSbom(document);
    return scaEngine.run(engineInput(inventory, indexOf(osvRecord()))).coverage;
  };

  test('without components is not assessed', () => {
    expect(coverageOf(documentOf([]))).toMatchObject({
      status: 'unassessed',
      assessed: 0,
      gaps: [{ reason: 'it lists no components (1): sbom.json' }],
    });
  });

  test('that is a VEX is not assessed', () => {
    const vex = { bomFormat: 'CycloneDX', specVersion: '1.6', vulnerabilities: [{ id: 'CVE-2024-0001' }] };
    expect(coverageOf(vex)).toMatchObject({
      status: 'unassessed',
      gaps: [{ reason: 'a VEX document lists no components (1): sbom.json' }],
    });
  });

  test('components without advisories are gaps by count', () => {
    const others = ['pkg:deb/debian/a@1', 'pkg:apk/alpine/b@1', 'pkg:rpm/fedora/c@1', undefined].map(
      (purl, n) => ({ type: 'library', name: `n${n}`, version: '1', ...(purl && { purl }) }),
    );
    const counted = expect.objectContaining({ reason: 'no ecosystem with advisories', count: 4 });
    const alone = coverageOf(documentOf(others));
    expect(alone).toMatchObject({ status: 'unassessed', assessed: 0 });
    expect(alone.gaps).toContainEqual(counted);
    const npm = { type: 'library', name: 'x', version: '1.0.0', purl: 'pkg:npm/x@1.0.0' };
    const mixed = coverageOf(documentOf([...others, npm]));
    expect(mixed).toMatchObject({ status: 'partial', assessed: 1 });
    expect(mixed.gaps).toContainEqual(counted);
  });

  test('edges without a target and compositions that are not complete are gaps', () => {
    const npm = { type: 'library', 'bom-ref': 'x', name: 'x', version: '1.0.0', purl: 'pkg:npm/x@1.0.0' };
    const { notes } = inventoryFromSbom(
      documentOf([npm], {
        dependencies: [{ ref: 'x', dependsOn: ['gone'] }],
        compositions: [{ aggregate: 'incomplete_third_party_only' }, { aggregate: 'complete' }],
      }),
    );
    expect(reasonsOf(notes)).toEqual([
      'sbom.json: dependencies that the file itself does not list (1): gone',
      'sbom.json: parts that the document itself does not call complete (1): incomplete_third_party_only',
    ]);
  });
});

test('a bom-ref like a generated key hides no component', () => {
  const one = (name: string, ref?: string) => ({
    type: 'library',
    name,
    purl: `pkg:npm/${name}@1.0.0`,
    ...(ref !== undefined && { 'bom-ref': ref }),
  });
  const components = [one('a', 'component 2'), one('b'), one('c', 'component 3'), one('d'), one('e')];
  const { components: read } = inventoryFromSbom(documentOf(components));
  expect(read.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
});
