import { member } from '@scangate/engines/inventory/parse/untrusted-value';
import type { SbomFormat } from '@scangate/engines/model/sbom-format';

/** Formats in JSON. */
export type JsonSbomFormat = Exclude<SbomFormat, 'CycloneDX XML' | 'SPDX 2 tag-value'>;

/** Recognizes the format of a JSON document by the names of its members; undefined for any other document. */
export const formatOfMembers = (has: (name: string) => boolean): JsonSbomFormat | undefined => {
  if (has('bomFormat')) return 'CycloneDX JSON';
  if (has('spdxVersion')) return 'SPDX 2 JSON';
  if (has('@context')) return 'SPDX 3 JSON';
  if (has('SchemaVersion') && has('ArtifactName')) return 'trivy JSON';
  return has('artifacts') && (has('schema') || has('descriptor')) ? 'syft JSON' : undefined;
};

/** Recognizes the format of a parsed JSON document. */
export const formatOfJson = (document: unknown): JsonSbomFormat | undefined =>
  formatOfMembers((name) => member(document, name) !== undefined);

/** Returns the version that a document in SPDX's tag-value format states; undefined for any other text. */
export const tagValueVersion = (text: string): string | undefined =>
  /^SPDXVersion:[ \t]{0,10}(SPDX-\d\.\d)/m.exec(text.slice(0, 4096))?.[1];
