import { derivedId } from '../model/digest.ts';
import { fingerprint } from '../finding-fingerprint.ts';
import { tool } from '../model/tool.ts';
import { SpdxLicenses } from './spdx-license.ts';
import { membersOf, objectsOf, type Json } from './json-members.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** SPDX 2.3 names of hash algorithms; others are omitted. */
const algorithms: Readonly<Record<string, string>> = {
  MD5: 'MD5',
  'SHA-1': 'SHA1',
  'SHA-256': 'SHA256',
  'SHA-384': 'SHA384',
  'SHA-512': 'SHA512',
  'SHA3-256': 'SHA3-256',
  'SHA3-384': 'SHA3-384',
  'SHA3-512': 'SHA3-512',
  'BLAKE2b-256': 'BLAKE2b-256',
  'BLAKE2b-384': 'BLAKE2b-384',
  'BLAKE2b-512': 'BLAKE2b-512',
  BLAKE3: 'BLAKE3',
};

const purposes: Readonly<Record<string, string>> = {
  application: 'APPLICATION',
  container: 'CONTAINER',
  file: 'FILE',
  firmware: 'FIRMWARE',
  framework: 'FRAMEWORK',
  library: 'LIBRARY',
  'operating-system': 'OPERATING-SYSTEM',
};

const documentId = 'SPDXRef-DOCUMENT';

/** Derives a package id from the bom-ref, so that it is the same in every document. */
const idOf = (bomRef: unknown): string => `SPDXRef-Package-${fingerprint(textOf(bomRef)).slice(0, 20)}`;

const nameOf = ({ group, name }: Json, separator: string): string =>
  textOf(group) === '' ? textOf(name) || 'unnamed' : `${textOf(group)}${separator}${textOf(name)}`;

/** Lists the facts of a component that SPDX has no member for. */
const commentOf = ({ scope, properties }: Json): string => {
  const gaps = objectsOf(properties)
    .filter(({ name }) => name === 'scangate:gap')
    .map(({ value }) => `Not in this document: ${textOf(value)}.`);
  return [...(textOf(scope) === '' ? [] : [`Scope: ${textOf(scope)}.`]), ...gaps].join('\n');
};

/** Whether a license comes from the data set rather than from the file. */
const isConcluded = (choice: Json): boolean =>
  (choice['acknowledgement'] ?? membersOf(choice['license'])['acknowledgement']) === 'concluded';

const packageOf = (component: Json, licenses: SpdxLicenses): Json => {
  const { type, version, purl, hashes } = component;
  const separator = textOf(purl).startsWith('pkg:maven/') ? ':' : '/';
  const purpose = purposes[textOf(type)];
  const stated = objectsOf(component['licenses']);
  const supplier = textOf(membersOf(component['supplier'])['name']);
  const comment = commentOf(component);
  const checksums = objectsOf(hashes).flatMap(({ alg, content }) => {
    const algorithm = algorithms[textOf(alg)];
    return algorithm === undefined ? [] : [{ algorithm, checksumValue: textOf(content).toLowerCase() }];
  });
  return {
    SPDXID: idOf(component['bom-ref']),
    name: nameOf(component, separator),
    ...(textOf(version) !== '' && { versionInfo: textOf(version) }),
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    ...(supplier !== '' && { supplier: `Organization: ${supplier}` }),
    licenseConcluded: licenses.declared(stated.filter(isConcluded)),
    licenseDeclared: licenses.declared(stated.filter((each) => !isConcluded(each))),
    copyrightText: 'NOASSERTION',
    ...(purpose !== undefined && { primaryPackagePurpose: purpose }),
    ...(checksums.length > 0 && { checksums }),
    ...(textOf(purl) !== '' && {
      externalRefs: [
        { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: textOf(purl) },
      ],
    }),
    ...(comment !== '' && { comment }),
  };
};

const relationship = (from: string, relationshipType: string, to: string): Json => ({
  spdxElementId: from,
  relationshipType,
  relatedSpdxElement: to,
});

/**
 * Converts the graph. Packages without dependents are contained in the subject, so that no package is isolated.
 */
const relationshipsOf = (document: Json, subject: Json, components: readonly Json[]): Json[] => {
  const subjectId = idOf(subject['bom-ref']);
  const known = new Set([subject, ...components].map((component) => idOf(component['bom-ref'])));
  const edges = objectsOf(document['dependencies']).flatMap(({ ref, dependsOn }) =>
    (Array.isArray(dependsOn) ? dependsOn : [])
      .map((to) => [idOf(ref), idOf(to)] as const)
      .filter(([from, to]) => known.has(from) && known.has(to)),
  );
  const reached = new Set(edges.map(([, to]) => to));
  const alone = components.map((component) => idOf(component['bom-ref'])).filter((id) => !reached.has(id));
  return [
    relationship(documentId, 'DESCRIBES', subjectId),
    ...edges.map(([from, to]) => relationship(from, 'DEPENDS_ON', to)),
    ...alone.map((id) => relationship(subjectId, 'CONTAINS', id)),
  ];
};

/** Removes fractions of a second, which SPDX does not allow. */
const created = (timestamp: unknown): string => textOf(timestamp).replace(/\.\d+Z$/, 'Z');

const headOf = (document: Json, subject: Json): Json => {
  const metadata = membersOf(document['metadata']);
  const comment = commentOf({ properties: metadata['properties'] });
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: documentId,
    name: `${nameOf(subject, '/')}@${textOf(subject['version'])}`,
    // The specification requires a unique URI here; it need not resolve.
    documentNamespace: `https://spdx.org/spdxdocs/scangate-${derivedId('spdx', textOf(document['serialNumber']))}`,
    creationInfo: {
      created: created(metadata['timestamp']),
      creators: [`Organization: ${tool.vendor}`, `Tool: ${tool.name}-${tool.version}`],
    },
    ...(comment !== '' && { comment }),
    documentDescribes: [idOf(subject['bom-ref'])],
  };
};

function* listPieces(items: Iterable<Json>): Generator<string> {
  let separator = '[';
  for (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}

/**
 * Converts a CycloneDX document of `buildSbom` or `mergeSboms` to SPDX 2.3 in pieces. Equal documents give
 * equal text.
 */
export function* spdxDocument(cyclonedx: object): Generator<string> {
  const document = membersOf(cyclonedx);
  const subject = membersOf(membersOf(document['metadata'])['component']);
  const components = objectsOf(document['components']);
  const licenses = new SpdxLicenses();
  yield `${JSON.stringify(headOf(document, subject)).slice(0, -1)},"packages":`;
  yield* listPieces([subject, ...components].values().map((component) => packageOf(component, licenses)));
  yield ',"relationships":';
  yield* listPieces(relationshipsOf(document, subject, components));
  if (licenses.extracted.length > 0)
    yield `,"hasExtractedLicensingInfos":${JSON.stringify(licenses.extracted)}`;
  yield '}\n';
}
