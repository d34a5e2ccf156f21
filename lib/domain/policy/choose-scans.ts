import type { Scan } from '../records.ts';

/** A scan that may be judged again, with as little as the choice needs. */
export type JudgeableScan = Pick<Scan, 'scanId' | 'repositoryId'>;

/** As many scans are judged at most. */
export const maxSimulated = 500;

/**
 * Chooses the scans to judge: the newest of each repository first, then the second of each, so that every repository is
 * looked at before any is looked at again.
 * @param scans newest first.
 */
export const chooseScans = (scans: readonly JudgeableScan[]): JudgeableScan[] => {
  const ranks = new Map<string, number>();
  return scans
    .map((scan, index) => {
      const rank = ranks.get(scan.repositoryId) ?? 0;
      ranks.set(scan.repositoryId, rank + 1);
      return { scan, rank, index };
    })
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, maxSimulated)
    .map(({ scan }) => scan);
};
