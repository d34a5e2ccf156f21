import type { MemoryStore } from '#adapters/memory/store.ts';
import type { LastScan } from '#test/simulation/actors/last-scans.ts';
import type { Organization } from '#test/simulation/actors/organization.ts';

/** Finds the newest completed scan of each default branch, of organizations that are not erased meanwhile. */
export const lastScansOf = (organizations: readonly Organization[], store: MemoryStore): LastScan[] => {
  const here = new Set(
    organizations.flatMap(({ organizationId, closedAt }) => (closedAt === undefined ? [organizationId] : [])),
  );
  const scans = store
    .all('scan')
    .filter((scan) => here.has(scan.organizationId) && scan.status === 'completed' && scan.branch === 'main')
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const newest = new Map(scans.map((scan) => [scan.repositoryId, scan]));
  return [...newest.values()].flatMap(({ organizationId, repositoryId, scanId }) =>
    repositoryId === undefined ? [] : [{ organizationId, repositoryId, scanId }],
  );
};
