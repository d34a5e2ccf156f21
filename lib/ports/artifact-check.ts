import type { ProblemPart } from '@scangate/domain/problem';

/** The result of parsing an uploaded artifact. */
export type ArtifactVerdict =
  | { ok: true }
  | { ok: false; code: 'unsupported_lockfile' | 'sbom_invalid'; detail: string; errors: ProblemPart[] };

export type ArtifactKind = { kind: 'lockfile'; path: string } | { kind: 'sbom' };

/** Parses a stored artifact as the scan will, in a function of its own, because the parsers are megabytes. */
export interface ArtifactCheck {
  check(artifact: { organizationId: string; name: string } & ArtifactKind): Promise<ArtifactVerdict>;
}

/** Parses an uploaded lockfile or SBOM, apart from whatever the caller may reach. */
export interface ArtifactParser {
  check(artifact: ArtifactKind, content: Uint8Array, signal: AbortSignal): Promise<ArtifactVerdict>;
}
