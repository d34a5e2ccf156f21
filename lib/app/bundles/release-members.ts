import { Problem } from '@scangate/domain/problem';
import type { Bundle, BundleMember, Repository, Scan } from '@scangate/domain/records';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import type { Store } from '#ports/store.ts';
import { completedUnits } from '../reports/stored-findings.ts';
import type { EndedScan } from '../scans/load-scan.ts';

export interface MemberStore {
  store: Pick<Store<'repository' | 'followedCommit' | 'scan' | 'scanListing'>, 'load' | 'list'>;
}

/** A member with the released scan, of which only the units of the member count. */
export interface MemberScan {
  member: BundleMember;
  repository: Repository;
  scan: EndedScan;
}

/** The reason why a member has nothing to release. */
export interface MissingMember extends BundleMember {
  commitHash?: string;
  /** `incomplete_scan`: it lacks types that the policy requires. */
  reason: 'no_scan' | 'incomplete_scan' | 'payload_expired';
}

/** @throws Problem member_not_scanned naming every member in the list, unless it is empty */
export const requireAllScanned = (missing: readonly MissingMember[]): void => {
  if (missing.length === 0) return;
  throw new Problem('member_not_scanned', {
    detail:
      'Scan the named members at these commits first, in the scope that the policy requires, or name other commits.',
    members: missing,
  });
};

/** The number of scans of one commit that are examined. */
const examined = 100;

const isJudged = (scan: Scan): scan is EndedScan & { verdict: Verdict } =>
  scan.status === 'completed' && scan.verdict !== undefined && scan.verdict.verdict !== 'ERROR';

/** Returns whether a scan assessed everything that a release of the member states. */
const covers = (scan: Scan, { projectUnitId }: BundleMember, { artifactsAsDefault }: Repository): boolean =>
  (scan.projectUnitId === undefined || scan.projectUnitId === projectUnitId) &&
  (scan.artifact === undefined || artifactsAsDefault === true) &&
  scan.scanTypes.includes('sbom') &&
  scan.scanTypes.includes('sca') &&
  (projectUnitId === undefined || completedUnits(scan).some((unit) => unit.projectUnitId === projectUnitId));

/** Finds the newest judged scan of a commit that covers a member, preferring one of the full scope. */
const findScan = async (
  {
    organizationId,
    member,
    repository,
    commitHash,
  }: { organizationId: string; commitHash: string } & Pick<MemberScan, 'member' | 'repository'>,
  { store }: MemberStore,
): Promise<EndedScan | undefined> => {
  const owner = { organizationId, lookup: 'commit', value: commitHash } as const;
  const { items } = await store.list('scanListings', owner, { limit: examined, consistent: true });
  const listed = items.filter(({ repositoryId }) => repositoryId === repository.repositoryId);
  if (listed.length === 0) return undefined;
  const scans = await store.load(
    listed.map(({ scanId }) => ({ record: 'scan', id: { organizationId, scanId } }) as const),
    { consistent: true },
  );
  const fitting = scans.filter((scan) => scan && isJudged(scan) && covers(scan, member, repository));
  const order = (scan: Scan | undefined): string => `${scan?.fullScope ? 1 : 0} ${scan?.scanId}`;
  return fitting
    .toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
    .find((scan): scan is EndedScan => scan !== undefined);
};

const ofMember = (scan: EndedScan, { projectUnitId }: BundleMember): EndedScan =>
  projectUnitId === undefined
    ? scan
    : { ...scan, units: scan.units.filter((unit) => unit.projectUnitId === projectUnitId) };

/**
 * Finds the scan of each member: of the named commit, or of the newest one of its default branch.
 * @throws Problem member_not_scanned naming every member without one
 */
export const findMemberScans = async (
  { organizationId, members }: Pick<Bundle, 'organizationId' | 'members'>,
  commits: Readonly<Record<string, string>>,
  ports: MemberStore,
): Promise<MemberScan[]> => {
  const ids = [...new Set(members.map(({ repositoryId }) => repositoryId))];
  const loaded = await ports.store.load(
    ids.map((repositoryId) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const),
    { consistent: true },
  );
  const followed = await ports.store.load(
    ids.map((repositoryId) => ({ record: 'followedCommit', id: { organizationId, repositoryId } }) as const),
    { consistent: true },
  );
  const found: MemberScan[] = [];
  const missing: MissingMember[] = [];
  for (const member of members) {
    const index = ids.indexOf(member.repositoryId);
    const repository = loaded[index];
    const commitHash =
      commits[member.repositoryId] ?? (followed[index]?.newest ?? followed[index]?.seen)?.commitHash;
    const scan =
      repository && commitHash !== undefined
        ? await findScan({ organizationId, member, repository, commitHash }, ports)
        : undefined;
    if (repository && scan) found.push({ member, repository, scan: ofMember(scan, member) });
    else missing.push({ ...member, ...(commitHash !== undefined && { commitHash }), reason: 'no_scan' });
  }
  requireAllScanned(missing);
  return found;
};
