import type { DocumentType } from '@scangate/domain/scans/uploads/document-types';
import { bodyLimitBytes } from '#runtime/request-body.ts';
import type { BenchService, Tenant } from '../service.ts';
import { twice, unitEvents, upload, type Case, type UnitPlace } from './cases.ts';

/** A document that lists packages, as a tool writes it. */
interface LargeDocument {
  what: string;
  mediaType: DocumentType;
  content: string;
  /** Whether only an attacker writes it. */
  isHostile: boolean;
}

interface Parts {
  head: string;
  tail: string;
  /** One package, without what separates it from the next one. */
  item: (number: number) => string;
  separator: string;
}

const purlOf = (number: number): string => `pkg:npm/package-${number}@${number % 9}.${number % 31}.0`;

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

const usual: Readonly<Record<string, [DocumentType, Parts]>> = {
  'SPDX JSON': [
    'application/spdx+json',
    {
      head: spdxHead,
      tail: ']}',
      separator: ',',
      item: (number) =>
        JSON.stringify({
          name: `package-${number}`,
          SPDXID: `SPDXRef-Package-${number}`,
          versionInfo: `${number % 9}.${number % 31}.0`,
          downloadLocation: 'NOASSERTION',
          filesAnalyzed: false,
          licenseConcluded: 'NOASSERTION',
          licenseDeclared: 'MIT',
          externalRefs: [
            {
              referenceCategory: 'PACKAGE-MANAGER',
              referenceType: 'purl',
              referenceLocator: purlOf(number),
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
      item: (number) => `PackageName: package-${number}
SPDXID: SPDXRef-Package-${number}
PackageVersion: ${number % 9}.${number % 31}.0
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageLicenseDeclared: MIT
ExternalRef: PACKAGE-MANAGER purl ${purlOf(number)}
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
        `<component type="library" bom-ref="${number}"><name>package-${number}</name><version>${number % 9}.${number % 31}.0</version><licenses><license><id>MIT</id></license></licenses><purl>${purlOf(number)}</purl></component>`,
    },
  ],
  'syft JSON': [
    'application/vnd.syft+json',
    {
      head: '{"schema":{"version":"16.0.0"},"descriptor":{"name":"syft"},"artifacts":[',
      tail: ']}',
      separator: ',',
      item: (number) =>
        JSON.stringify({
          id: String(number),
          name: `package-${number}`,
          version: `${number % 9}.${number % 31}.0`,
          type: 'npm',
          licenses: [{ value: 'MIT', spdxExpression: 'MIT', type: 'declared', urls: [], locations: [] }],
          purl: purlOf(number),
          locations: [{ path: `/app/node_modules/package-${number}/package.json` }],
        }),
    },
  ],
};

const smallest: Readonly<Record<string, [DocumentType, Parts]>> = {
  'SPDX JSON of the smallest packages': [
    'application/spdx+json',
    { head: spdxHead, tail: ']}', separator: ',', item: (number) => `{"name":"${number}"}` },
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

/** Joins as many packages as fit. */
const written = ({ head, tail, item, separator }: Parts, limitBytes: number): string => {
  const items: string[] = [];
  let left = limitBytes - head.length - tail.length;
  for (let number = 1_000_000; ; number += 1) {
    const next = item(number);
    left -= next.length + separator.length;
    if (left < 0) return `${head}${items.join(separator)}${tail}`;
    items.push(next);
  }
};

/** Documents of each kind that is converted, as large as fits: as tools write them, and of as many packages as fit. */
const largeDocuments = (limitBytes: number): LargeDocument[] =>
  [usual, smallest].flatMap((kinds) =>
    Object.entries(kinds).map(([what, [mediaType, parts]]) => ({
      what,
      mediaType,
      content: written(parts, limitBytes),
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
