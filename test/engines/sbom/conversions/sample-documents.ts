/** One image with two packages, as each format writes it. */

const openssl = 'pkg:deb/debian/libssl1.1@1.1.1n-0%2Bdeb11u3?arch=amd64&distro=debian-11&upstream=openssl';
const lodash = 'pkg:npm/lodash@4.17.20';
export const sha = 'a'.repeat(64);

export const spdx = {
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  packages: [
    { SPDXID: 'SPDXRef-image', name: 'image', versionInfo: '1' },
    {
      SPDXID: 'SPDXRef-a',
      name: 'libssl1.1',
      versionInfo: '1.1.1n-0+deb11u3',
      licenseConcluded: 'NOASSERTION',
      licenseDeclared: 'OpenSSL',
      externalRefs: [
        { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: openssl },
      ],
    },
    {
      SPDXID: 'SPDXRef-b',
      name: 'lodash',
      versionInfo: '4.17.20',
      licenseConcluded: 'MIT',
      checksums: [{ algorithm: 'SHA256', checksumValue: sha }],
      externalRefs: [
        { referenceCategory: 'PACKAGE_MANAGER', referenceType: 'purl', referenceLocator: lodash },
      ],
    },
  ],
  relationships: [
    { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: 'SPDXRef-image' },
    { spdxElementId: 'SPDXRef-image', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'SPDXRef-b' },
    { spdxElementId: 'SPDXRef-a', relationshipType: 'DEPENDENCY_OF', relatedSpdxElement: 'SPDXRef-b' },
  ],
};

const tagValue = `SPDXVersion: SPDX-2.3
SPDXID: SPDXRef-DOCUMENT
DocumentComment: <text>PackageName: not one
SPDXVersion: neither</text>
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-image
PackageName: image
SPDXID: SPDXRef-image
PackageVersion: 1
PackageName: libssl1.1
SPDXID: SPDXRef-a
PackageVersion: 1.1.1n-0+deb11u3
PackageLicenseConcluded: NOASSERTION
PackageLicenseDeclared: OpenSSL
ExternalRef: PACKAGE-MANAGER purl ${openssl}
PackageName: lodash
SPDXID: SPDXRef-b
PackageVersion: 4.17.20
PackageLicenseConcluded: MIT
PackageChecksum: SHA256: ${sha}
ExternalRef: PACKAGE-MANAGER purl ${lodash}
Relationship: SPDXRef-image DEPENDS_ON SPDXRef-b
Relationship: SPDXRef-a DEPENDENCY_OF SPDXRef-b
FileName: ./package.json
SPDXID: SPDXRef-file
`;

export const spdx3 = {
  '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
  '@graph': [
    { type: 'SpdxDocument', spdxId: 'urn:doc', rootElement: ['urn:bom'] },
    { type: 'software_Sbom', spdxId: 'urn:bom', rootElement: ['urn:image'] },
    { type: 'software_Package', spdxId: 'urn:image', name: 'image', software_packageVersion: '1' },
    {
      type: 'software_Package',
      spdxId: 'urn:a',
      name: 'libssl1.1',
      software_packageVersion: '1.1.1n-0+deb11u3',
      software_packageUrl: openssl,
    },
    {
      type: 'software_Package',
      spdxId: 'urn:b',
      name: 'lodash',
      software_packageVersion: '4.17.20',
      externalIdentifier: [
        { type: 'ExternalIdentifier', externalIdentifierType: 'packageUrl', identifier: lodash },
      ],
      verifiedUsing: [{ type: 'Hash', algorithm: 'sha256', hashValue: sha }],
    },
    {
      type: 'simplelicensing_LicenseExpression',
      spdxId: 'urn:mit',
      simplelicensing_licenseExpression: 'MIT',
    },
    {
      type: 'simplelicensing_LicenseExpression',
      spdxId: 'urn:openssl',
      simplelicensing_licenseExpression: 'OpenSSL',
    },
    { type: 'Relationship', from: 'urn:b', relationshipType: 'hasConcludedLicense', to: ['urn:mit'] },
    { type: 'Relationship', from: 'urn:a', relationshipType: 'hasDeclaredLicense', to: ['urn:openssl'] },
    { type: 'Relationship', from: 'urn:image', relationshipType: 'dependsOn', to: ['urn:b'] },
    { type: 'LifecycleScopedRelationship', from: 'urn:b', relationshipType: 'dependsOn', to: ['urn:a'] },
  ],
};

export const xml = (version: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<bom xmlns="http://cyclonedx.org/schema/bom/${version}" version="1">
  <metadata><component type="application" bom-ref="image"><name>image</name><version>1</version></component></metadata>
  <components>
    <component type="library" bom-ref="a"><name>libssl1.1</name><version>1.1.1n-0+deb11u3</version>
      <licenses><license><id>OpenSSL</id></license></licenses><purl>${openssl.replaceAll('&', '&amp;')}</purl></component>
    <component type="library" bom-ref="b"><name>lodash</name><version>4.17.20</version>
      <hashes><hash alg="SHA-256">${sha}</hash></hashes>
      <licenses><expression>MIT</expression></licenses><purl>${lodash}</purl></component>
  </components>
  <dependencies><dependency ref="image"><dependency ref="b"/></dependency><dependency ref="b"><dependency ref="a"/></dependency></dependencies>
</bom>`;

const syft = {
  artifacts: [
    {
      id: '1',
      name: 'libssl1.1',
      version: '1.1.1n-0+deb11u3',
      type: 'deb',
      licenses: [{ value: 'OpenSSL', spdxExpression: 'OpenSSL', type: 'declared' }],
      purl: openssl,
    },
    { id: '2', name: 'lodash', version: '4.17.20', type: 'npm', licenses: ['MIT'], purl: lodash },
  ],
  artifactRelationships: [{ parent: '1', child: '2', type: 'dependency-of' }],
  source: { id: 'x', name: 'image', version: '1', type: 'image' },
  distro: { id: 'debian', versionID: '11' },
  descriptor: { name: 'syft', version: '1.4.1' },
  schema: { version: '16.0.8', url: '' },
};

export const trivy = {
  SchemaVersion: 2,
  ArtifactName: 'image:1',
  ArtifactType: 'container_image',
  Metadata: { OS: { Family: 'debian', Name: '11.5' } },
  Results: [
    {
      Target: 'image:1 (debian 11.5)',
      Class: 'os-pkgs',
      Type: 'debian',
      Packages: [
        {
          ID: 'libssl1.1@1.1.1n-0+deb11u3',
          Name: 'libssl1.1',
          Version: '1.1.1n',
          Release: '0+deb11u3',
          Identifier: { PURL: 'pkg:deb/debian/libssl1.1@1.1.1n-0%2Bdeb11u3?arch=amd64&distro=debian-11.5' },
          SrcName: 'openssl',
          SrcVersion: '1.1.1n',
          SrcRelease: '0+deb11u3',
          Licenses: ['OpenSSL'],
        },
      ],
    },
    {
      Target: 'Node.js',
      Class: 'lang-pkgs',
      Type: 'node-pkg',
      Packages: [
        {
          ID: 'lodash@4.17.20',
          Name: 'lodash',
          Version: '4.17.20',
          Identifier: { PURL: lodash },
          Licenses: ['MIT'],
        },
      ],
    },
  ],
};

export const bytes = (document: unknown): Uint8Array =>
  Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));

export const samples: [string, unknown][] = [
  ['SPDX 2 JSON', spdx],
  ['SPDX 2 tag-value', tagValue],
  ['SPDX 3 JSON', spdx3],
  ...['1.2', '1.3', '1.4', '1.5', '1.6'].map((version): [string, unknown] => ['CycloneDX XML', xml(version)]),
  ['syft JSON', syft],
  ['trivy JSON', trivy],
];
