import { describe, expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import type { Inventory } from '@scangate/engines/model/component';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { readSbomDocument } from '@scangate/engines/sbom/conversions/read-sbom-document';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { bytes, samples, spdx, spdx3 } from './sample-documents.ts';

const incomplete = 'parts that the document itself does not call complete';

const head = `SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: x
`;
const packageNamed = (name: string, comment = ''): string => `
PackageName: ${name}
SPDXID: SPDXRef-${name}
PackageVersion: 1.0.0
PackageDownloadLocation: NOASSERTION
${comment}ExternalRef: PACKAGE-MANAGER purl pkg:npm/${name}@1.0.0
`;
const relationships = `
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-app
Relationship: SPDXRef-app DEPENDS_ON SPDXRef-left
Relationship: SPDXRef-app DEPENDS_ON SPDXRef-right
`;
const whole = `${head}${packageNamed('app')}${packageNamed('left')}${packageNamed('right')}${relationships}`;

const relationshipTo = (element: string): string => `Relationship: SPDXRef-app CONTAINS ${element}\n`;

const inventoryOf = (document: unknown): Inventory =>
  inventoryFromSbom(readSbomDocument(bytes(document)).cycloneDx);
const gapsOf = (document: unknown): string[] => inventoryOf(document).notes.map(({ reason }) => reason);

describe('a tag-value document of SPDX', () => {
  test('that is whole has no gap', () => {
    expect(gapsOf(whole)).toEqual([]);
    expect(inventoryOf(whole).components.map(({ name }) => name)).toEqual(['left', 'right']);
  });

  test('whose text has no end is refused, so that nothing behind it is swallowed', () => {
    const open = 'PackageComment: <text> hi\n';
    const closed = 'PackageComment: <text>hi\n</text>\n';
    for (const text of [
      `${head}${packageNamed('app', open)}${packageNamed('left')}${relationships}`,
      `${head}${packageNamed('app', open)}${packageNamed('left', closed)}${relationships}`,
    ]) {
      expect(() => readSbomDocument(bytes(text))).toThrow(UnreadableFile);
      expect(() => readSbomDocument(bytes(text))).toThrow('the text of its PackageComment has no end');
    }
    expect(gapsOf(whole.replace('PackageVersion', `${closed}PackageVersion`))).toEqual([]);
  });

  test('cut after any line is refused, has a gap, or has lost no package', () => {
    const lines = whole.split('\n');
    for (let at = 1; at < lines.length; at += 1) {
      const text = lines.slice(0, at).join('\n');
      let found: Inventory | undefined;
      try {
        found = inventoryOf(text);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableFile);
        continue;
      }
      const isWhole = found.components.filter(({ version }) => version === '1.0.0').length === 2;
      const isNoted = found.notes.some(({ reason }) => reason.includes(incomplete));
      const isOne = found.components.length === 1 && !text.includes('left');
      expect([at, isWhole || isNoted || isOne]).toEqual([at, true]);
    }
  });

  test.each([
    [
      'names a package that it does not have',
      whole.replace('PackageName: right\nSPDXID: SPDXRef-right', 'PackageName: right\nSPDXID: SPDXRef-other'),
    ],
    ['describes what it does not have', whole.replace('DESCRIBES SPDXRef-app', 'DESCRIBES SPDXRef-gone')],
    ['contains an element of another document', `${whole}${relationshipTo('DocumentRef-base:SPDXRef-left')}`],
    [
      'refers to another document',
      whole.replace(
        'SPDXID',
        `ExternalDocumentRef: DocumentRef-base https://example.com/b SHA1: ${'0'.repeat(40)}\nSPDXID`,
      ),
    ],
    ['describes nothing', whole.replace(/Relationship: SPDXRef-DOCUMENT.*\n/, '')],
    ['has a package that no relationship reaches', whole.replace(/Relationship: .* SPDXRef-right\n/, '')],
    ['has a package without id', `${whole}\nPackageName: more\n`],
  ])('that %s is noted as incomplete', (_, text) => {
    expect(gapsOf(text)).toContainEqual(expect.stringContaining(incomplete));
    expect(validateSbom(readSbomDocument(bytes(text)).cycloneDx)).toEqual([]);
  });
});

describe('an SPDX document is noted as incomplete', () => {
  const [described, ...others] = spdx.relationships;
  const contains = (relatedSpdxElement: string) => ({
    ...spdx,
    relationships: [
      described,
      ...others,
      {
        ...described,
        spdxElementId: spdx.packages[0]?.SPDXID,
        relationshipType: 'CONTAINS',
        relatedSpdxElement,
      },
    ],
  });

  test.each([
    [
      'that describes a package that it does not have',
      { ...spdx, relationships: [{ ...described, relatedSpdxElement: 'SPDXRef-gone' }, ...others] },
    ],
    ['that lists such a package', { ...spdx, documentDescribes: ['SPDXRef-gone'] }],
    ['that contains an element that it does not have', contains('SPDXRef-gone')],
    ['that contains one of another document', contains('DocumentRef-base:SPDXRef-left')],
    [
      'that refers to another document',
      { ...spdx, externalDocumentRefs: [{ externalDocumentId: 'DocumentRef-base' }] },
    ],
  ])('%s', (_, document) => {
    expect(gapsOf(document)).toContainEqual(expect.stringContaining(incomplete));
  });

  test('unless everything that it names is there, or nothing', () => {
    expect(gapsOf(spdx)).toEqual([]);
    const file = { ...contains('SPDXRef-file'), files: [{ SPDXID: 'SPDXRef-file' }] };
    for (const document of [file, contains('NOASSERTION')]) expect(gapsOf(document)).toEqual([]);
  });
});

test.each(samples.filter(([format]) => format !== 'SPDX 2 tag-value'))(
  '%s that is cut anywhere is refused: its form shows where it ends',
  (_, sample) => {
    const content = Buffer.from(bytes(sample)).toString().trimEnd();
    for (let at = 1; at < 40; at += 1) {
      const cut = content.slice(0, Math.floor((content.length * at) / 40));
      expect(() => readSbomDocument(bytes(cut))).toThrow(UnreadableFile);
    }
    expect(() => readSbomDocument(bytes(content.slice(0, -1)))).toThrow(UnreadableFile);
  },
);

describe.each(samples)('%s', (_, sample) => {
  const text = Buffer.from(bytes(sample)).toString();
  const unnamed = text.replace(/(name["'>: ]+)lodash/i, `$1${'x'.repeat(4000)}`);
  const tells = expect.stringContaining('entries that could not be understood (1)');

  test('whose package has no usable name is read by its package URL', () => {
    expect(unnamed).not.toBe(text);
    expect(inventoryOf(unnamed).components.map(({ name }) => name)).toContain('lodash');
    expect(gapsOf(unnamed)).not.toContainEqual(tells);
  });

  test('whose package has neither a usable name nor a package URL tells it', () => {
    const nameless = unnamed.replaceAll('pkg:npm/lodash@4.17.20', 'x');
    expect(gapsOf(nameless)).toContainEqual(tells);
    expect(validateSbom(readSbomDocument(bytes(nameless)).cycloneDx)).toEqual([]);
  });
});

describe('SPDX 3', () => {
  const withRelationship = (more: object) => ({
    ...spdx3,
    '@graph': [
      ...spdx3['@graph'],
      { type: 'Relationship', from: 'urn:b', relationshipType: 'contains', to: ['urn:a'], ...more },
    ],
  });

  test.each([{ completeness: 'incomplete' }, { completeness: 'incomplete', from: undefined }])(
    'tells that a relationship is incomplete: %j',
    (more) => {
      expect(gapsOf(withRelationship(more))).toEqual([`${incomplete} (1): incomplete`]);
    },
  );

  test.each([{}, { completeness: 'noAssertion' }, { completeness: 'complete' }])(
    'has no gap where a relationship has %j',
    (more) => {
      expect(gapsOf(withRelationship(more))).toEqual([]);
    },
  );

  test.each(['ai_AIPackage', 'dataset_DatasetPackage'])('lists packages of the type %s', (type) => {
    const model = { type, spdxId: 'urn:model', name: 'model', software_packageVersion: '1' };
    const document = { ...spdx3, '@graph': [...spdx3['@graph'], model] };
    expect(inventoryOf(document).components.map(({ name }) => name)).toContain('model');
    expect(gapsOf(document)).toEqual(['from no registry that has advisories (1): model']);
  });
});
