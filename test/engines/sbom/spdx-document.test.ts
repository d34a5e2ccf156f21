import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { mergeSboms } from '@scangate/engines/sbom/merge-sboms';
import { spdxDocument } from '@scangate/engines/sbom/spdx-document';
import { inventoryWith, sbomInputOf, ownInventory } from './sbom-fixtures.ts';
import { anyCharacter } from '#test/support/any-character.ts';

interface Package {
  SPDXID: string;
  name: string;
  versionInfo?: string;
  licenseDeclared: string;
  checksums?: { algorithm: string; checksumValue: string }[];
  externalRefs?: { referenceType: string; referenceLocator: string }[];
  comment?: string;
}
interface Relationship {
  spdxElementId: string;
  relationshipType: string;
  relatedSpdxElement: string;
}
interface Spdx {
  documentNamespace: string;
  creationInfo: { created: string };
  comment?: string;
  packages: Package[];
  relationships: Relationship[];
  hasExtractedLicensingInfos?: { licenseId: string; extractedText: string }[];
}

const textOf = (document: object): string => [...spdxDocument(document)].join('');
const cyclonedx = (inventory: ReturnType<typeof inventoryWith>, path = '') =>
  JSON.parse(buildSbom(sbomInputOf(inventory, path))) as object;

/** Checks the requirements of the specification and of its JSON schema, which no small package contains. */
const expectSpdx = (document: Spdx): Spdx => {
  expect(document).toMatchObject({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: expect.stringMatching(/./s),
    documentNamespace: expect.stringMatching(/^https:\/\/[^#\s]+$/),
    creationInfo: {
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      creators: ['Organization: Scangate', expect.stringMatching(/^Tool: scangate-\d/)],
    },
  });
  const ids = new Set(['SPDXRef-DOCUMENT', ...document.packages.map(({ SPDXID }) => SPDXID)]);
  expect(ids.size).toBe(document.packages.length + 1);
  for (const one of document.packages) {
    expect(one.SPDXID).toMatch(/^SPDXRef-[A-Za-z0-9.-]+$/);
    expect(one).toMatchObject({
      name: expect.stringMatching(/./s),
      downloadLocation: 'NOASSERTION',
      filesAnalyzed: false,
      licenseDeclared: expect.stringMatching(/^[A-Za-z0-9.+:() -]+$/),
    });
    for (const { algorithm, checksumValue } of one.checksums ?? []) {
      expect(algorithm).toMatch(/^(?:MD5|SHA1|SHA256|SHA384|SHA512)$/);
      expect(checksumValue).toMatch(/^[0-9a-f]+$/);
    }
  }
  const defined = new Set((document.hasExtractedLicensingInfos ?? []).map(({ licenseId }) => licenseId));
  const named = document.packages.flatMap(
    ({ licenseDeclared }) => licenseDeclared.match(/LicenseRef-[A-Za-z0-9.-]+/g) ?? [],
  );
  expect(new Set(named)).toEqual(defined);
  const related = new Set<string>();
  for (const { spdxElementId, relatedSpdxElement } of document.relationships) {
    expect([...ids]).toContain(spdxElementId);
    expect(ids.has(relatedSpdxElement)).toBe(true);
    related.add(relatedSpdxElement);
  }
  expect(related.size).toBe(document.packages.length);
  return document;
};

const spdx = (document: object): Spdx => expectSpdx(JSON.parse(textOf(document)) as Spdx);

describe('a document meets the requirements of SPDX 2.3', () => {
  test('for a real lockfile, with every package', () => {
    const own = ownInventory();
    const document = spdx(cyclonedx(own));
    const packageOf = new Map(own.components.map(({ ref, purl }) => [ref, purl ?? ref]));
    expect(document.packages).toHaveLength(new Set(packageOf.values()).size + 1);
    const purls = document.packages.flatMap(({ externalRefs = [] }) => externalRefs);
    expect(purls.map(({ referenceLocator }) => referenceLocator).sort()).toEqual(
      [...new Set(own.components.flatMap(({ purl }) => purl ?? []))].sort(),
    );
    const edges = document.relationships.filter(({ relationshipType }) => relationshipType === 'DEPENDS_ON');
    const pairs = own.components.flatMap(({ ref, dependsOn }) =>
      dependsOn.map((to) => `${packageOf.get(ref)} ${packageOf.get(to)}`),
    );
    const direct = new Set(own.direct.map((ref) => packageOf.get(ref)));
    expect(edges).toHaveLength(direct.size + new Set(pairs).size);
  });

  test('for several units, a unit without packages and an invalid document', () => {
    const parts = ['', 'web'].map((unitPath) => ({
      unitPath,
      document: cyclonedx(ownInventory(), unitPath),
    }));
    const { repository, commitHash, serialNumber, timestamp } = sbomInputOf(inventoryWith());
    const subject = { name: repository.fullName, version: commitHash, supplier: 'acme' };
    const merged = mergeSboms(parts, {
      subject: { ref: 'repository', ...subject },
      properties: [],
      serialNumber,
      timestamp,
    });
    expect(spdx(JSON.parse(merged) as object).packages.length).toBeGreaterThan(400);
    expect(spdx(cyclonedx(inventoryWith())).packages).toHaveLength(1);
    expect(() => textOf({ components: 'x', dependencies: [{}, 7], metadata: [] })).not.toThrow();
  });

  test('for any names, versions and licenses', () => {
    const text = fc.string({ unit: anyCharacter, minLength: 1 });
    const anything = fc.property(text, text, text, (name, version, license) => {
      spdx(cyclonedx(inventoryWith({ name, version, license, purl: 'pkg:npm/a' })));
    });
    expect(fc.check(anything, { numRuns: 50 }).counterexample).toBeNull();
  });
});

test.each([
  ['MIT', 'MIT'],
  ['MIT OR Apache-2.0', 'MIT OR Apache-2.0'],
  ['GPL-2.0-only WITH Classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  [undefined, 'NOASSERTION'],
])('the license %j is declared as %s', (license, declared) => {
  const [, one] = spdx(cyclonedx(inventoryWith(license === undefined ? {} : { license }))).packages;
  expect(one?.licenseDeclared).toBe(declared);
});

test('a license name is defined in the document, and a reference to another document becomes a name', () => {
  for (const license of ['See the file', 'DocumentRef-a:LicenseRef-b', 'LicenseRef-house AND MIT']) {
    const document = spdx(cyclonedx(inventoryWith({ license })));
    expect(document.packages[1]?.licenseDeclared).toMatch(/^LicenseRef-/);
    expect(document.hasExtractedLicensingInfos).toHaveLength(1);
  }
});

test('several licenses of one component are joined with AND', () => {
  const license = (id: string) => ({ license: { id } });
  const component = {
    'bom-ref': 'a',
    name: 'a',
    licenses: [license('MIT'), { expression: 'ISC OR BSD-3-Clause' }],
  };
  const [, one] = (JSON.parse(textOf({ components: [component] })) as Spdx).packages;
  expect(one?.licenseDeclared).toBe('MIT AND (ISC OR BSD-3-Clause)');
});

test('hashes, scope and gaps are kept', () => {
  const inventory = {
    ...inventoryWith({ hashes: [{ alg: 'SHA-512', content: 'AB'.repeat(64) }], scope: 'dev' as const }),
    unread: [{ file: 'bun.lock', reason: 'it is damaged' }],
  };
  const document = spdx(cyclonedx(inventory));
  expect(document.packages[1]).toMatchObject({
    checksums: [{ algorithm: 'SHA512', checksumValue: 'ab'.repeat(64) }],
    comment: 'Scope: excluded.',
  });
  expect(document.comment).toBe('Not in this document: bun.lock: it is damaged.');
});

test('the graph is that of the unit, and packages without dependents are contained in it', () => {
  const inventory = { ...inventoryWith({ dependsOn: ['ref-1'] }, {}, {}), direct: ['ref-0'] };
  const { packages, relationships } = spdx(cyclonedx(inventory));
  const name = (id: string) => packages.find(({ SPDXID }) => SPDXID === id)?.name ?? id;
  expect(
    relationships.map(({ spdxElementId, relationshipType, relatedSpdxElement }) =>
      [name(spdxElementId), relationshipType, name(relatedSpdxElement)].join(' '),
    ),
  ).toEqual([
    'SPDXRef-DOCUMENT DESCRIBES acme/storefront',
    'acme/storefront DEPENDS_ON name-0',
    'name-0 DEPENDS_ON name-1',
    'acme/storefront CONTAINS name-2',
  ]);
});

test('equal documents give equal text; another document has another namespace', () => {
  const document = cyclonedx(ownInventory());
  expect(textOf(document)).toBe(textOf(document));
  const other = { ...document, serialNumber: 'urn:uuid:00000000-395b-41f5-a30f-a58921a69b79' };
  expect(spdx(other).documentNamespace).not.toBe(spdx(document).documentNamespace);
});
