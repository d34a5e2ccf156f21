import type { DocumentType } from '@scangate/domain/scans/uploads/document-types';
import { bodyLimitBytes } from '#runtime/request-body.ts';
import type { BenchService, Tenant } from '../service.ts';
import { fill, nameOf, refOf, versionOf, type Listing } from './bodies.ts';
import { twice, unitEvents, upload, type Case, type UnitPlace } from './cases.ts';

/** A document that lists packages, as a tool writes it. */
interface LargeDocument {
  what: string;
  mediaType: DocumentType;
  content: string;
  /** Whether only an attacker writes it. */
  isHostile: boolean;
}

const spdxHead =
  '{"spdxVersion":"SPDX-2.3","dataLicense":"CC0-1.0","SPDXID":"SPDXRef-DOCUMENT","name":"bench","documentNamespace":"https://example.com/bench","creationInfo":{"created":"2026-01-01T00:00:00Z","creators":["Tool: bench"]},"packages":[';

const tagHead = `SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: bench
DocumentNamespace: https://example.com/bench
Creator: Tool: bench
Created: 2026-01-01T00:00:00Z

`;

const xmlHead =
  '<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1"><components>';

const usual: Readonly<Record<string, [DocumentType, Listing]>> = {
  'SPDX JSON': [
    'application/spdx+json',
    {
      head: spdxHead,
      tail: ']}',
      item: (number) =>
        JSON.stringify({
          name: nameOf(number),
          SPDXID: `SPDXRef-Package-${number}`,
          versionInfo: versionOf(number),
          downloadLocation: 'NOASSERTION',
          filesAnalyzed: false,
          licenseConcluded: 'NOASSERTION',
          licenseDeclared: 'MIT',
          externalRefs: [
            {
              referenceCategory: 'PACKAGE-MANAGER',
              referenceType: 'purl',
              referenceLocator: refOf(number),
            },
          ],
        }),
    },
  ],
  'SPDX tag-value': [
    'text/spdx',
    {
      head: tagHead,
      tail: '\n',
      separator: '\n',
      item: (number) => `PackageName: ${nameOf(number)}
SPDXID: SPDXRef-Package-${number}
PackageVersion: ${versionOf(number)}
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageLicenseDeclared: MIT
ExternalRef: PACKAGE-MANAGER purl ${refOf(number)}
`,
    },
  ],
  'CycloneDX XML': [
    'application/vnd.cyclonedx+xml',
    {
      head: xmlHead,
      tail: '</components></bom>',
      separator: '',
      item: (number) =>
        `<component type="library" bom-ref="${number}"><name>${nameOf(number)}</name><version>${versionOf(number)}</version><licenses><license><id>MIT</id></license></licenses><purl>${refOf(number)}</purl></component>`,
    },
  ],
  'syft JSON': [
    'application/vnd.syft+json',
    {
      head: '{"schema":{"version":"16.0.0"},"descriptor":{"name":"syft"},"artifacts":[',
      tail: ']}',
      item: (number) =>
        JSON.stringify({
          id: String(number),
          name: nameOf(number),
          version: versionOf(number),
          type: 'npm',
          licenses: [{ value: 'MIT', spdxExpression: 'MIT', type: 'declared', urls: [], locations: [] }],
          purl: refOf(number),
          locations: [{ path: `/app/node_modules/${nameOf(number)}/package.json` }],
        }),
    },
  ],
};

const smallest: Readonly<Record<string, [DocumentType, Listing]>> = {
  'SPDX JSON of the smallest packages': [
    'application/spdx+json',
    { head: spdxHead, tail: ']}', item: (number) => `{"name":"${number}"}` },
  ],
  'SPDX tag-value of the smallest packages': [
    'text/spdx',
    { head: tagHead, tail: '\n', separator: '\n', item: (number) => `PackageName: ${number}` },
  ],
  'CycloneDX XML of the smallest components': [
    'application/vnd.cyclonedx+xml',
    {
      head: xmlHead,
      tail: '</components></bom>',
      separator: '',
      item: (number) => `<component><name>${number}</name></component>`,
    },
  ],
};

/** Documents of each kind that is converted, as large as fits: as tools write them, and of as many packages as fit. */
const largeDocuments = (limitBytes: number): LargeDocument[] =>
  [usual, smallest].flatMap((kinds) =>
    Object.entries(kinds).map(([what, [mediaType, listing]]) => ({
      what,
      mediaType,
      content: fill(listing, limitBytes),
      isHostile: kinds === smallest,
    })),
  );

/** The check and the scan of each document, which a sandbox converts whole. */
export const documentCases = async (
  service: BenchService,
  tenant: Tenant,
  place: UnitPlace,
): Promise<Case[]> => {
  const cases = largeDocuments(bodyLimitBytes).map(async ({ what, mediaType, content, isHostile }) => {
    const name = await upload(service, tenant, { content });
    const ref = { organizationId: tenant.organizationId, name, kind: 'document', mediaType };
    const scanned = unitEvents(service, tenant, { ...place, content, mediaType });
    const of = { what, hostile: isHostile, isConverted: true };
    return [
      { ...of, name: 'check-artifact', events: twice(ref) },
      { ...of, name: 'scan-small-units', events: scanned },
    ];
  });
  return (await Promise.all(cases)).flat();
};
