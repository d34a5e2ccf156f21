import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { runs } from '#test/support/runs/samples.ts';

const purl = fc.constantFrom(
  'pkg:npm/a@1.0.0',
  'pkg:npm/%40s/a@1.0.0',
  'pkg:npm/b@1.0.0',
  'pkg:deb/debian/a@1.0-1?arch=amd64&distro=debian-12&upstream=s',
  'pkg:deb/debian/b@1.0-1?distro=debian-12',
  'pkg:docker/a@1',
  undefined,
);
const component = fc.record({
  type: fc.constantFrom('library', 'application'),
  name: fc.constantFrom('a', 'b', 'c/d', '/', 'z'),
  version: fc.constantFrom('1.0.0', '2', undefined),
  purl,
  scope: fc.constantFrom('required', 'optional', 'excluded', undefined),
  licenses: fc.constantFrom([{ expression: 'MIT' }], undefined),
  'bom-ref': fc.constantFrom('1', '2', '3', undefined),
});

test('components without edges are listed as those of a document are in which one depends on itself', () => {
  fc.assert(
    fc.property(fc.array(component, { maxLength: 6 }), (listed) => {
      const components = [...listed, { type: 'library', name: 'own', version: '1', 'bom-ref': 'own' }];
      const document = { bomFormat: 'CycloneDX', specVersion: '1.6', components };
      const dependencies = [{ ref: 'own', dependsOn: ['own'] }];
      expect(JSON.stringify(inventoryFromSbom(document))).toBe(
        JSON.stringify(inventoryFromSbom({ ...document, dependencies })),
      );
    }),
    { numRuns: runs(2000) },
  );
});

test('components of any types are in the order of their refs', () => {
  const purls = ['npm/b', 'deb/debian/b', 'npm/a', 'npm-x/a', 'deb/debian/a'].map(
    (path) => `pkg:${path}@1.0`,
  );
  const components = purls.map((each) => ({ type: 'library', name: 'x', purl: each }));
  const refs = inventoryFromSbom({ components }).components.map(({ ref }) => ref);
  expect(refs).toEqual(purls.toSorted());
});
