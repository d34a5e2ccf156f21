import type { Scan } from '../records.ts';

/** A scan that may be judged again, with the few fields that the choice needs. */
export type JudgeableScan = Pick<Scan, 'scanId' | 'repositoryId'>;

/** The limit of scans that are judged. */
export const maxSimulated = 500;

/**
 * Chooses the scans to judge: the newest of each repository first, then the second of each, so that every repository
 * is represented before any repeats.
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
