import type { ArtifactKind, ArtifactParser, ArtifactVerdict } from '#ports/artifact-check.ts';
import type { BlobReader } from '#ports/blobs.ts';

type StoredArtifact = { organizationId: string; name: string } & ArtifactKind;

/**
 * Parses a stored artifact with the parsers of its scan, so that nothing is charged for an unreadable one. Its bytes pass
 * through without being kept.
 */
export const checkStoredArtifact = async (
  artifact: StoredArtifact,
  { blobs, parser }: { blobs: BlobReader<'incoming'>; parser: ArtifactParser },
  { signal }: { signal: AbortSignal },
): Promise<ArtifactVerdict> => {
  const { organizationId, name, ...kind } = artifact;
  const content = await blobs.open({ area: 'incoming', organizationId, name });
  if (!content) throw new Error('the artifact is not there');
  return parser.check(kind, content, signal);
};
