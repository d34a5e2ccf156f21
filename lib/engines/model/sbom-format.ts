/** Formats of documents that list packages, by their common names. */
export type SbomFormat =
  | 'CycloneDX JSON'
  | 'CycloneDX XML'
  | 'SPDX 2 JSON'
  | 'SPDX 2 tag-value'
  | 'SPDX 3 JSON'
  | 'syft JSON'
  | 'trivy JSON';
