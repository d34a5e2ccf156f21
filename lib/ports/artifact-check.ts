import type { ProblemPart } from '@scangate/domain/problem';

/** What reading an uploaded artifact said. */
export type ArtifactVerdict =
  | { ok: true }
  | { ok: false; code: 'unsupported_lockfile' | 'sbom_invalid'; detail: string; errors: ProblemPart[] };

export type ArtifactKind = { kind: 'lockfile'; path: string } | { kind: 'sbom' };

/** Reads a stored artifact with the parsers that will scan it, in a function of its own: they are megabytes. */
export interface ArtifactCheck {
  check(artifact: { organizationId: string; name: string } & ArtifactKind): Promise<ArtifactVerdict>;
}
