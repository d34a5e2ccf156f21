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
