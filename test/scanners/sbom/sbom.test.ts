import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Files } from '../../../lib/domain/scans/files.ts';
import { inventoryOfSbom } from '../../../lib/scanners/inventory/inventory-of-sbom.ts';
import { readInventory } from '../../../lib/scanners/inventory/read-inventory.ts';
import { buildSbom } from '../../../lib/scanners/sbom/build-sbom.ts';
import { mergeSboms } from '../../../lib/scanners/sbom/merge-sboms.ts';
import { validateSbom } from '../../../lib/scanners/sbom/validate-sbom.ts';

const filesOf = (contents: Record<string, string | Uint8Array>): Files => ({
  entries: Object.entries(contents)
    .map(([path, content]) => ({ path, sizeBytes: content.length }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  read: (path) => Buffer.from(contents[path] as string),
});

/** This project's own lockfile: hundreds of real packages with scopes, hashes and a graph. */
const own = readInventory(
  filesOf({
    'package.json': readFileSync('package.json'),
    'package-lock.json': readFileSync('package-lock.json'),
  }),
  'npm',
);
const subject = {
  inventory: own,
  unit: { path: '', name: 'storefront', type: 'npm' as const },
  repository: { fullName: 'acme/storefront' },
  commitHash: 'a'.repeat(40),
  serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
  timestamp: new Date('2026-03-10T12:00:00Z'),
};

interface Bom {
  components: { 'bom-ref': string; purl?: string; name: string; hashes?: unknown[]; licenses?: unknown[] }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

const minimal = (version: string) => ({
  bomFormat: 'CycloneDX',
  specVersion: version,
  version: 1,
  components: [{ type: 'library', name: 'a', version: '1' }],
});

describe('the document of a unit', () => {
  const text = buildSbom(subject);
  const bom = JSON.parse(text) as Bom;

  test('is valid CycloneDX 1.6', () => {
    expect(validateSbom(bom)).toEqual([]);
  });

  test('has every component of the inventory, with purl, licence and hash where they are known', () => {
    expect(bom.components).toHaveLength(own.components.length);
    expect(new Set(bom.components.map((c) => c.purl)).size).toBe(
      new Set(own.components.map((c) => c.purl)).size,
    );
    expect(bom.components.filter((c) => c.licenses).length).toBe(
      own.components.filter((c) => c.license).length,
    );
    expect(bom.components.filter((c) => c.hashes).length).toBe(
      own.components.filter((c) => c.hashes.length).length,
    );
  });

  test('has the dependency graph, closed in itself', () => {
    const refs = new Set([...bom.components.map((c) => c['bom-ref']), 'unit:.']);
    const edges = bom.dependencies.flatMap(({ dependsOn = [] }) => dependsOn);
    expect(edges.length).toBeGreaterThan(own.components.length / 2);
    expect(edges.filter((ref) => !refs.has(ref))).toEqual([]);
    expect(bom.dependencies.find(({ ref }) => ref === 'unit:.')?.dependsOn).toHaveLength(own.direct.length);
  });

  test('is the same text for the same inventory', () => {
    expect(buildSbom(subject)).toBe(text);
  });

  test('read back as an uploaded one, it has the same packages', () => {
    const purls = (components: { purl?: string }[]) => components.map((c) => c.purl).toSorted();
    expect(purls(inventoryOfSbom(bom).components)).toEqual(purls(own.components));
  });

  test('an odd licence text does not make it invalid', () => {
    for (const license of [
      '(MIT OR Apache-2.0)',
      'SEE LICENSE IN x',
      'GPL-2.0+',
      'LicenseRef-own',
      '((((',
      'MIT WITH nothing',
    ]) {
      const [first] = own.components;
      if (!first) throw new Error('there are components');
      const inventory = { ...own, components: [{ ...first, license, dependsOn: [] }], direct: [] };
      expect(validateSbom(JSON.parse(buildSbom({ ...subject, inventory })))).toEqual([]);
    }
  });
});

test('the document of several units is valid and tells equal packages apart', () => {
  const document = JSON.parse(buildSbom(subject)) as object;
  const other = JSON.parse(buildSbom({ ...subject, unit: { ...subject.unit, path: 'web' } })) as object;
  const merged = JSON.parse(
    mergeSboms(
      [
        { unitPath: '', document },
        { unitPath: 'web', document: other },
      ],
      subject,
    ),
  ) as Bom;
  expect(validateSbom(merged)).toEqual([]);
  expect(merged.components).toHaveLength(2 * own.components.length + 2);
  expect(new Set(merged.components.map((c) => c['bom-ref'])).size).toBe(merged.components.length);
});

describe('an uploaded document', () => {
  test.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])('of version %s is accepted', (version) => {
    expect(validateSbom(minimal(version))).toEqual([]);
  });

  test('each error is named by JSON Pointer', () => {
    const document = {
      ...minimal('1.6'),
      components: [{ type: 'library', name: 7 }, { type: 'rocket', name: 'b' }, { name: 'c' }],
    };
    const pointers = validateSbom(document).map((part) => part.pointer);
    expect(pointers).toEqual(
      expect.arrayContaining(['/components/0/name', '/components/1/type', '/components/2']),
    );
  });

  test.each([
    ['SPDX', { spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT' }],
    ['another format', { bomFormat: 'SWID' }],
    ['a version to come', minimal('9.9')],
    ['a version that is a number', { ...minimal('1.6'), specVersion: 1.6 }],
    ['a list', []],
    ['nothing', null],
  ])('%s is refused, naming the supported versions', (_name, document) => {
    const [first] = validateSbom(document);
    expect(first?.detail).toContain('1.2, 1.3, 1.4, 1.5, 1.6, 1.7');
  });

  test('equal components are found, whatever their order of keys', () => {
    const document = {
      ...minimal('1.6'),
      components: [
        { type: 'library', name: 'a' },
        { name: 'a', type: 'library' },
      ],
    };
    expect(validateSbom(document)[0]).toMatchObject({ pointer: '/components' });
  });

  test('at most 20 errors are told, however many there are', () => {
    const components = Array.from({ length: 1_000 }, (_, index) => ({ type: 'x', name: index }));
    expect(validateSbom({ ...minimal('1.6'), components })).toHaveLength(20);
  });

  test('100,000 components are compared by their text, not each with each', () => {
    const components = Array.from({ length: 100_000 }, (_, index) => ({
      type: 'library',
      name: `p${index}`,
    }));
    expect(validateSbom({ ...minimal('1.5'), components })).toEqual([]);
  });
});
