import { Problem } from '@scangate/domain/problem';
import type { ScanRequest } from '@scangate/domain/scans/plan-scan';
import type { ArtifactCheck } from '#ports/artifact-check.ts';
import type { BlobWriter } from '#ports/blobs.ts';

/**
 * Stores a lockfile or SBOM where the scan will read it, and has it read before anything is charged. What a refusal
 * leaves behind expires after a day. @throws Problem unsupported_lockfile or sbom_invalid, each place named.
 */
export const storeArtifact = async (
  order: Pick<ScanRequest, 'lockfile' | 'sbom'>,
  scan: { organizationId: string; scanId: string },
  blobs: BlobWriter<'incoming'>,
  artifactCheck: ArtifactCheck,
): Promise<void> => {
  const { lockfile, sbom } = order;
  const content = lockfile ? lockfile.content : sbom && JSON.stringify(sbom);
  if (content === undefined) return;
  const place = { organizationId: scan.organizationId, name: scan.scanId };
  await blobs.put({ area: 'incoming', ...place }, content);
  const verdict = await artifactCheck.check(
    lockfile ? { ...place, kind: 'lockfile', path: lockfile.path } : { ...place, kind: 'sbom' },
  );
  if (!verdict.ok) throw new Problem(verdict.code, { detail: verdict.detail, errors: verdict.errors });
};
