import { expect, test } from 'vitest';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { readSbomDocument } from '@scangate/engines/sbom/conversions/read-sbom-document';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { bytes } from './sample-documents.ts';

const purl = 'pkg:deb/debian/tzdata@2024a-0?distro=debian-12';

const inventoryOf = (document: unknown) => {
  const { cycloneDx } = readSbomDocument(bytes(document));
  expect(validateSbom(cycloneDx)).toEqual([]);
  return inventoryFromSbom(cycloneDx);
};

const toldOf = (document: unknown): number =>
  inventoryOf(document).notes.filter(({ reason }) => reason.startsWith('without a source package')).length;

const syftJson = (name: string) => ({
  artifacts: [{ id: '1', name: 'tzdata', version: '2024a-0', type: 'deb', purl }],
  descriptor: { name, version: '1.4.1' },
  schema: { version: '16.0.8', url: '' },
});

const spdx = (creators: string[], sourceInfo?: string) => ({
  spdxVersion: 'SPDX-2.3',
  creationInfo: { creators },
  packages: [
    {
      SPDXID: 'SPDXRef-a',
      name: 'tzdata',
      sourceInfo,
      externalRefs: [{ referenceType: 'purl', referenceLocator: purl }],
    },
  ],
});

const spdx3 = (...tools: object[]) => ({
  '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
  '@graph': [
    { type: 'Organization', spdxId: 'SPDXRef:Organization-1', name: 'Anchore, Inc' },
    ...tools,
    { type: 'software_Package', spdxId: 'SPDXRef:a', name: 'tzdata', software_packageUrl: purl },
  ],
});

const tagValue = (tool: string): string => `SPDXVersion: SPDX-2.3
Creator: Organization: Anchore, Inc
Creator: Tool: ${tool}
PackageName: tzdata
SPDXID: SPDXRef-a
ExternalRef: PACKAGE-MANAGER purl ${purl}
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-a
`;

const xml = (version: string, tools: string): string =>
  `<bom xmlns="http://cyclonedx.org/schema/bom/${version}" version="1"><metadata><tools>${tools}</tools></metadata>
<components><component type="library"><name>tzdata</name><version>2024a-0</version><purl>${purl}</purl></component></components></bom>`;

test.each([
  ['its own JSON', syftJson('syft'), syftJson('other')],
  [
    'SPDX',
    spdx(['Organization: Anchore, Inc', 'Tool: syft-1.4.1-rc.1', 'Tool: buildkit-v0.12.0']),
    spdx(['Person: syft-1.4.1', 'Tool: other-1.4.1']),
  ],
  ['tag-value', tagValue('syft-v0.105.0'), tagValue('syft-[not provided]')],
  ['SPDX 3', spdx3({ type: 'Tool', name: 'syft-v1.46.0' }), spdx3()],
  [
    'SPDX 3 of one tool',
    spdx3({ type: 'Tool', name: 'syft-1.46.0' }, { type: 'Tool', name: 'buildkit-v0.12.0' }),
    spdx3({ type: 'Tool', name: 'syft-1.46.0' }, { type: 'SoftwareAgent', name: 'other' }),
  ],
  [
    'SPDX 3 whose tools have names',
    spdx3({ type: 'Tool', name: 'syft-1.46.0' }),
    spdx3({ type: 'Tool', name: 'syft-1.46.0' }, { type: 'Tool' }),
  ],
  [
    'XML 1.4',
    xml('1.4', '<tool><name>syft</name><version>1.4.1</version></tool>'),
    xml('1.4', '<tool><version>1.4.1</version></tool>'),
  ],
  [
    'XML 1.6',
    xml(
      '1.6',
      '<components><component type="application"><name>syft</name><version>1.4.1</version></component></components>',
    ),
    xml(
      '1.6',
      '<components><component type="application"><name>syft</name><version>1.4.1</version></component></components><services><service><name>other</name></service></services>',
    ),
  ],
])('a package without source package is complete in %s of syft only', (_, ofSyft, ofOther) => {
  expect(toldOf(ofSyft)).toBe(0);
  expect(toldOf(ofOther)).toBe(1);
});

test('the source package in SPDX of trivy is read', () => {
  const of = (sourceInfo: string) => inventoryOf(spdx(['Tool: trivy-0.50.0'], sourceInfo));
  const built = of('built package from: gcc-12 12.2.0-14');
  expect(built.components[0]?.sourcePackage).toEqual({ name: 'gcc-12', version: '12.2.0-14' });
  expect(built.notes).toEqual([]);
  expect(toldOf(spdx(['Tool: trivy-0.50.0'], 'built package from: tzdata 2024a-0'))).toBe(0);
  expect(of('acquired from somewhere').components[0]?.sourcePackage).toBeUndefined();
});

test('a document that names a tool several times, as merged ones do, is valid', () => {
  const { cycloneDx } = readSbomDocument(bytes(spdx(Array<string>(3).fill('Tool: syft-1.4.1'))));
  expect(validateSbom(cycloneDx)).toEqual([]);
  expect(cycloneDx).toMatchObject({
    metadata: { tools: { components: [{ name: 'syft', version: '1.4.1' }] } },
  });
});
