import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import type { Repository, Scan } from '@scangate/domain/records';
import type { Judgment } from '@scangate/domain/verdict/judgment';
import type { RepositoryGate } from '../tracking-records.ts';

class GateConflict extends Conflict {
  constructor() {
    super('the gate of the repository changed since it was read');
  }
}

/** Returns whether a scan is about the default branch: proven, or by its label where nothing was proven. */
const isOfBranch = ({ reviewed, branch, artifact }: Scan, repository: Repository): boolean => {
  const { defaultBranch, artifactsAsDefault } = repository;
  if (artifact) return artifactsAsDefault === true;
  return reviewed ? reviewed.headIsReviewed && reviewed.branch === defaultBranch : branch === defaultBranch;
};

/** Returns whether a scan covered all of a repository. */
const isWhole = ({ projectUnitId }: Scan, { units }: Repository): boolean =>
  projectUnitId === undefined || units.length <= 1;

/** Returns whether the stored gate describes the branch better than a scan. Scan ids sort by creation. */
const prevails = (stored: RepositoryGate, { scanId, commitHash, fullScope, reviewed }: Scan): boolean => {
  if (stored.scanId >= scanId) return true;
  if (stored.commitHash === commitHash) return stored.fullScope && !fullScope;
  // When an older commit is scanned again, the branch is still judged by the commit that was the tip.
  return reviewed?.tip === stored.commitHash;
};

const write = (item: RepositoryGate, stored: RepositoryGate | undefined): Change<'repositoryGate'> => ({
  change: 'insert',
  record: 'repositoryGate',
  item,
  ...(stored && { replaceIf: [{ field: 'version', is: 'equal', value: stored.version }] }),
  onConflict: () => new GateConflict(),
});

/** Since when a gate fails: since the first of its consecutive verdicts other than PASS. */
const failingSince = (
  { verdict, judgedAt }: Pick<RepositoryGate, 'verdict' | 'judgedAt'>,
  before: RepositoryGate | undefined,
): Pick<RepositoryGate, 'failingSince'> =>
  verdict === 'PASS' ? {} : { failingSince: before?.failingSince ?? judgedAt };

/** Changes the gate of a repository when a scan of its default branch ends. A canceled scan changes nothing. */
export const gateOfEndedScan = (
  scan: Scan,
  { repository, gate }: { repository: Repository | undefined; gate: RepositoryGate | undefined },
): Change<'repositoryGate'>[] => {
  const { verdict, status, pullRequest } = scan;
  if (!repository || repository.disconnectedAt !== undefined || !verdict) return [];
  if (status === 'cancelled' || pullRequest) return [];
  if (!isOfBranch(scan, repository) || !isWhole(scan, repository)) return [];
  const { organizationId, repositoryId, fullName, defaultBranch } = repository;
  const ofBranch = gate?.branch === defaultBranch ? gate : undefined;
  if (ofBranch && prevails(ofBranch, scan)) return [];
  const { scanId, commitHash, fullScope } = scan;
  const judged = { verdict: verdict.verdict, reason: verdict.reason, judgedAt: verdict.judgedAt };
  const item: RepositoryGate = {
    organizationId,
    repositoryId,
    fullName,
    branch: defaultBranch,
    scanId,
    commitHash,
    fullScope,
    ...judged,
    ...failingSince(judged, ofBranch),
    version: (gate?.version ?? 0) + 1,
  };
  return [write(item, gate)];
};

/** Changes the gate of a repository when its scan is judged again. */
export const gateOfJudgment = (
  {
    scanId,
    verdict,
    reason,
    judgedAt,
  }: Pick<Judgment, 'verdict' | 'reason' | 'judgedAt'> & { scanId: string },
  gate: RepositoryGate | undefined,
): Change<'repositoryGate'>[] => {
  if (gate?.scanId !== scanId || (gate.verdict === verdict && gate.reason === reason)) return [];
  const { failingSince: _before, ...rest } = gate;
  const judged = { verdict, reason, judgedAt };
  const item = { ...rest, ...judged, ...failingSince(judged, gate), version: gate.version + 1 };
  return [write(item, gate)];
};
