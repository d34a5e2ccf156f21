import { Problem } from '@scangate/domain/problem';
import type { ScanRequest } from '@scangate/domain/scans/resolve-request';
import type { ArtifactCheck } from '#ports/artifact-check.ts';
import type { BlobRemover, BlobWriter } from '#ports/blobs.ts';

export interface ArtifactPorts {
  blobs: BlobWriter<'incoming'> & BlobRemover<'incoming'>;
  artifactCheck: ArtifactCheck;
}

/**
 * Stores the lockfile or SBOM of a request for its scan and has it parsed before anything is charged. A refused
 * artifact is removed at once; one whose function dies before that expires after a day.
 * @throws Problem unsupported_lockfile or sbom_invalid with a pointer to each error.
 */
export const storeArtifact = async (
  {
    request: { lockfile, sbom, documentType },
    artifact,
  }: { request: ScanRequest; artifact?: Uint8Array | undefined },
  { organizationId, scanId }: { organizationId: string; scanId: string },
  { blobs, artifactCheck }: ArtifactPorts,
): Promise<void> => {
  if (!lockfile && !sbom) return;
  if (!artifact) throw new Error('the artifact of the request is missing');
  const location = { organizationId, name: scanId };
  const key = { area: 'incoming', ...location } as const;
  await blobs.put(key, artifact);
  try {
    const verdict = await artifactCheck.check(
      lockfile
        ? { ...location, kind: 'lockfile', path: lockfile.path }
        : {
            ...location,
            ...(documentType ? { kind: 'document', mediaType: documentType } : { kind: 'sbom' }),
          },
    );
    if (!verdict.ok) throw new Problem(verdict.code, { detail: verdict.detail, errors: verdict.errors });
  } catch (error) {
    await blobs.remove(key).catch(() => undefined);
    throw error;
  }
};
