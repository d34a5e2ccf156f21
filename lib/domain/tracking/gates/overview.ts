import { compareText } from '@scangate/engines/model/compare-text';
import type { RepositoryGate, Scan } from '@scangate/domain/records';

/** Further failing gates are counted and not listed. */
export const maxFailing = 100;

/** A failing gate as the overview lists it. */
const failingView = ({
  organizationId: _organization,
  fullScope: _scope,
  judgedAt: _judged,
  version: _version,
  failingSince,
  ...gate
}: RepositoryGate) => ({ ...gate, failingSince: failingSince ?? '' });

/** Sorts the gates that failed most recently first. */
const byFailingSince = (a: RepositoryGate, b: RepositoryGate): number =>
  compareText(b.failingSince ?? '', a.failingSince ?? '') || compareText(a.fullName, b.fullName);

/** Sums up the default branches of the connected repositories. */
export const summarizeGates = (gates: readonly RepositoryGate[], connected: ReadonlySet<string>) => {
  const known = gates.filter(({ repositoryId }) => connected.has(repositoryId));
  const failing = known.filter(({ verdict }) => verdict !== 'PASS').toSorted(byFailingSince);
  return {
    failing: failing.slice(0, maxFailing).map(failingView),
    failingCount: failing.length,
    passing: known.length - failing.length,
    neverScanned: connected.size - known.length,
  };
};

/** A queued or running scan as the overview lists it. */
export const activeScanView = (
  { scanId, repositoryId, commitHash, branch, status, createdAt, startedAt }: Scan,
  fullName = repositoryId,
) => ({
  scanId,
  repositoryId,
  fullName,
  commitHash,
  ...(branch !== undefined && { branch }),
  status,
  createdAt,
  ...(startedAt !== undefined && { startedAt }),
});
