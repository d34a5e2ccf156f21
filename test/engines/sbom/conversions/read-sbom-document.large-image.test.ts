import { expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import { readSbomDocument } from '@scangate/engines/sbom/conversions/read-sbom-document';
import { createMatcher } from '@scangate/engines/sca/match-component';
import { bytes } from './sample-documents.ts';

const purl = (at: number): string => `pkg:deb/debian/p${at}@1.0-1?distro=debian-12&upstream=s${at % 1000}`;

/** Builds what syft writes about an image with so many packages, each of which the one before depends on. */
const imageOf = (packages: number) => ({
  artifacts: Array.from({ length: packages }, (_, at) => ({
    id: `${at}`,
    name: `p${at}`,
    version: '1.0-1',
    type: 'deb',
    purl: purl(at),
  })),
  artifactRelationships: Array.from({ length: packages - 1 }, (_, at) => ({
    parent: `${at + 1}`,
    child: `${at}`,
    type: 'dependency-of',
  })),
  source: { id: 'x', name: 'image', version: '1', type: 'image' },
  distro: { id: 'debian', versionID: '12' },
  descriptor: { name: 'syft', version: '1' },
  schema: { version: '16.0.8', url: '' },
});

/** Counts the look-ups of an index without advisories. */
const countingIndex = () => {
  const names: string[] = [];
  const index: AdvisoryIndex = {
    snapshotId: 's',
    ecosystems: ['Debian:12'],
    lookup: (_, name) => {
      names.push(name);
      return [];
    },
  };
  return { index, names };
};

/** Counts how often the members of components are read. */
const countingReads = <T extends object>(components: readonly T[]) => {
  let reads = 0;
  const counted = components.map(
    (component) =>
      new Proxy(component, {
        get: (target, key) => {
          reads += 1;
          return Reflect.get(target, key) as unknown;
        },
      }),
  );
  return { counted, readsOf: () => reads };
};

test('an image SBOM of 100,000 components is read whole, and each component is looked at a fixed number of times', () => {
  const readsPerComponent = (packages: number): number => {
    const { cycloneDx } = readSbomDocument(bytes(imageOf(packages)));
    const { components } = cycloneDx as { components: object[] };
    const { counted, readsOf } = countingReads(components);
    const inventory = inventoryFromSbom({ ...(cycloneDx as object), components: counted });
    expect(inventory.components).toHaveLength(packages);
    expect(inventory.notes).toEqual([]);
    const { index, names } = countingIndex();
    const match = createMatcher(index);
    for (const component of inventory.components) expect(match(component).gap).toBeUndefined();
    // A look-up for each package, and one for each of the thousand source packages that they are built from.
    expect(names.length).toBeLessThanOrEqual(packages + 1000);
    return readsOf() / packages;
  };
  const few = readsPerComponent(2000);
  expect(readsPerComponent(100_000)).toBeLessThanOrEqual(few * 1.01);
});
