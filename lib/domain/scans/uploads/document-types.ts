import type { SbomFormat } from '@scangate/engines/model/sbom-format';

/** Media types of documents that list packages, which are uploaded as the artifact of a scan. */
export const documentTypes = [
  'application/vnd.cyclonedx+json',
  'application/vnd.cyclonedx+xml',
  'application/spdx+json',
  'text/spdx',
  'application/vnd.syft+json',
  'application/vnd.trivy+json',
] as const;

export type DocumentType = (typeof documentTypes)[number];

/** The media type under which a document of a format is announced; its actual format follows from its content. */
export const documentTypeOf: Readonly<Record<SbomFormat, DocumentType>> = {
  'CycloneDX JSON': 'application/vnd.cyclonedx+json',
  'CycloneDX XML': 'application/vnd.cyclonedx+xml',
  'SPDX 2 JSON': 'application/spdx+json',
  'SPDX 3 JSON': 'application/spdx+json',
  'SPDX 2 tag-value': 'text/spdx',
  'syft JSON': 'application/vnd.syft+json',
  'trivy JSON': 'application/vnd.trivy+json',
};
