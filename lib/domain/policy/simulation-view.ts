import type { Scan } from '../records.ts';
import type { Verdict } from '../verdict/verdict.ts';

type Judged = Pick<Verdict, 'verdict' | 'reason' | 'reasons'>;

interface SimulatedScan {
  scan: Scan;
  before: Judged;
  after: Judged;
}

/**
 * The verdicts that would change, by repository, as the API shows them.
 * @param names of repositories by their ids.
 */
export const simulationView = (
  {
    judged,
    notLookedAt,
  }: {
    judged: readonly SimulatedScan[];
    notLookedAt: Readonly<Record<string, number>>;
  },
  names: ReadonlyMap<string, string>,
) => {
  const byRepository = Map.groupBy(judged, ({ scan }) => scan.repositoryId);
  const skipped = Object.entries(notLookedAt).map(([reason, scans]) => ({ reason, scans }));
  return {
    judged: judged.length,
    isComplete: skipped.length === 0,
    repositories: [...byRepository].map(([repositoryId, scans]) => ({
      repositoryId,
      fullName: names.get(repositoryId),
      judged: scans.length,
      flips: scans
        .filter(({ before, after }) => before.verdict !== after.verdict)
        .map(({ scan: { scanId, commitHash, branch }, before, after }) => ({
          scanId,
          commitHash,
          ...(branch !== undefined && { branch }),
          before,
          after,
        })),
    })),
    notLookedAt: skipped,
  };
};
