import type { Scan } from '@scangate/domain/records';
import { artifactOf, type ScanRequest } from '../resolve-request.ts';

/** Describes the artifact of a request, with the digest to which a signed verdict refers. */
export const describeArtifact = (request: ScanRequest): Pick<Scan, 'artifact'> => {
  const artifact = artifactOf(request);
  const { artifactSha256: sha256 } = request;
  return artifact ? { artifact: { ...artifact, ...(sha256 !== undefined && { sha256 }) } } : {};
};
