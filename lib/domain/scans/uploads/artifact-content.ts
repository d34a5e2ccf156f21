import { sha256 } from '@scangate/engines/model/digest';
import type { Scan } from '@scangate/domain/records';
import { artifactOf, type ScanRequest } from '../resolve-request.ts';

/** Returns the text of the lockfile or SBOM that a request brings; an SBOM as JSON without white space. */
export const artifactContent = ({
  lockfile,
  sbom,
}: Pick<ScanRequest, 'lockfile' | 'sbom'>): string | undefined =>
  lockfile ? lockfile.content : sbom && JSON.stringify(sbom);

/** Describes the artifact of a request, with the digest that a signed verdict is about. */
export const describeArtifact = (request: ScanRequest): Pick<Scan, 'artifact'> => {
  const artifact = artifactOf(request);
  const content = artifactContent(request);
  return artifact && content !== undefined ? { artifact: { ...artifact, sha256: sha256(content) } } : {};
};
