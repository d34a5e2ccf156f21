import type { ProblemPart } from '@scangate/domain/problem';
import type { DocumentType } from '@scangate/domain/scans/uploads/document-types';

/** The result of parsing an uploaded artifact. */
export type ArtifactVerdict =
  | { ok: true }
  | { ok: false; code: 'unsupported_lockfile' | 'sbom_invalid'; detail: string; errors: ProblemPart[] };

/** A `document` is an uploaded SBOM in any supported format; the `sbom` of a request is CycloneDX JSON. */
export type ArtifactKind =
  | { kind: 'lockfile'; path: string }
  | { kind: 'sbom' }
  | { kind: 'document'; mediaType: DocumentType };

/** Parses a stored artifact as the scan will, in a separate function, because the parsers take megabytes. */
export interface ArtifactCheck {
  check(artifact: { organizationId: string; name: string } & ArtifactKind): Promise<ArtifactVerdict>;
}

/** Parses an uploaded lockfile or SBOM, isolated from everything that the caller can access. */
export interface ArtifactParser {
  /** @param content is read once, and its chunks may be freed. */
  check(
    artifact: ArtifactKind,
    content: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<ArtifactVerdict>;
}
