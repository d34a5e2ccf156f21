import { describe, expect, test } from 'vitest';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { sbomGraph } from '@scangate/engines/sbom/sbom-graph';
import { component, inventory } from '#test/engines/sca/advisory-fixtures.ts';
import { noon } from '#test/support/world.ts';

const documentOf = (given: Parameters<typeof inventory>[0]): object =>
  JSON.parse(
    buildSbom({
      inventory: inventory(given),
      unit: { path: '', type: 'npm', name: 'shop' },
      repository: { fullName: 'acme/shop' },
      commitHash: 'a'.repeat(40),
      serialNumber: 'urn:uuid:00000000-0000-4000-8000-000000000000',
      timestamp: noon,
    }),
  ) as object;

describe('the graph of SBOMs', () => {
  test('has the packages of our own documents with their dependencies', () => {
    const minimist = component({ name: 'minimist', direct: false, scope: 'dev' });
    const mkdirp = component({ name: 'mkdirp', direct: true, dependsOn: [minimist.ref] });
    const { packages, dependencies } = sbomGraph([documentOf([mkdirp, minimist])]);
    expect([...packages.values()]).toEqual([
      { purl: mkdirp.purl, version: '1.0.0', direct: true, scope: 'required' },
      { purl: minimist.purl, version: '1.0.0', direct: false, scope: 'dev' },
    ]);
    expect(dependencies.get(String(mkdirp.purl))).toEqual([minimist.purl]);
  });

  test('joins the units: direct in one is direct, and the strongest scope applies', () => {
    const dev = documentOf([component({ name: 'a', direct: true, scope: 'dev' })]);
    const required = documentOf([component({ name: 'a', direct: false, scope: 'required' })]);
    const [only] = sbomGraph([dev, required]).packages.values();
    expect(only).toMatchObject({ direct: true, scope: 'required' });
  });

  test.each([
    ['nothing', {}],
    ['no list', { components: {}, dependencies: 'none', metadata: [] }],
    [
      'broken members',
      { components: [null, 3, { name: 'x' }], dependencies: [null, { ref: 'x', dependsOn: [1] }] },
    ],
  ])('accepts a document with %s', (_, document) => {
    expect(() => sbomGraph([document])).not.toThrow();
  });

  test('names a package without a URL by its name and version, and drops a dependency on itself', () => {
    const document = {
      components: [{ 'bom-ref': 'a', group: 'acme', name: 'lib', version: '2.0.0', scope: 'optional' }],
      dependencies: [{ ref: 'a', dependsOn: ['a', 'unknown'] }],
    };
    const { packages, dependencies } = sbomGraph([document]);
    expect(packages.get('acme/lib@2.0.0')).toMatchObject({ scope: 'optional', direct: false });
    expect(dependencies.get('acme/lib@2.0.0')).toEqual([]);
  });
});
