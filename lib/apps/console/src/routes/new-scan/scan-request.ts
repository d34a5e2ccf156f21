import type { ArgumentsOf } from '@scangate/client';
import type { DroppedArtifact } from './dropped-file.ts';

export type ScanRequest = Extract<ArgumentsOf<'create-scan'>[0]['body'], { repositoryId: string }>;

export const scanTypes = ['sca', 'license', 'secrets', 'sast', 'dependency-advisor', 'sbom'] as const;
type ScanTypeName = (typeof scanTypes)[number];

/** The choices made so far. */
export interface ScanChoice {
  source: 'branch' | 'file';
  repositoryId: string;
  branch: string;
  commitHash: string;
  projectUnitId: string;
  /** Empty for the full scope. */
  types: readonly ScanTypeName[];
}

export const isCommitHash = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** Returns the request of a choice; undefined while something is missing. */
export const requestOf = (
  choice: ScanChoice,
  artifact: DroppedArtifact | undefined,
): ScanRequest | undefined => {
  const { source, repositoryId, branch, commitHash, projectUnitId, types } = choice;
  if (repositoryId === '' || !isCommitHash(commitHash)) return undefined;
  const request: ScanRequest = {
    repositoryId,
    commitHash,
    ...(branch !== '' && { branch }),
    ...(types.length > 0 && { scanTypes: [...types] }),
  };
  if (source === 'branch') return request;
  if (!artifact || projectUnitId === '') return undefined;
  return artifact.kind === 'lockfile'
    ? { ...request, projectUnitId, lockfile: artifact.lockfile }
    : { ...request, projectUnitId, sbom: artifact.sbom };
};
