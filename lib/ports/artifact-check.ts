import type { ProblemPart } from '@scangate/domain/problem';
import type { DocumentType } from '@scangate/domain/scans/uploads/document-types';

/** The result of parsing an uploaded artifact. */
export type ArtifactVerdict =
  | { ok: true }
  | { ok: false; code: 'unsupported_lockfile' | 'sbom_invalid'; detail: string; errors: ProblemPart[] };

/** A `document` is an uploaded SBOM of any format that is read; the `sbom` of a request is CycloneDX JSON. */
export type ArtifactKind =
  | { kind: 'lockfile'; path: string }
  | { kind: 'sbom' }
  | { kind: 'document'; mediaType: DocumentType };

/** Parses a stored artifact as the scan will, in a function of its own, because the parsers are megabytes. */
export interface ArtifactCheck {
  check(artifact: { organizationId: string; name: string } & ArtifactKind): Promise<ArtifactVerdict>;
}

/** Parses an uploaded lockfile or SBOM, apart from whatever the caller may reach. */
export interface ArtifactParser {
  check(artifact: ArtifactKind, content: Uint8Array, signal: AbortSignal): Promise<ArtifactVerdict>;
}
