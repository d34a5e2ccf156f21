import type { BundleMember } from '../records.ts';

/** Two members with the same key are the same repository, or the same unit of it. */
export const memberKey = ({ repositoryId, projectUnitId = '' }: BundleMember): string =>
  `${repositoryId}#${projectUnitId}`;
