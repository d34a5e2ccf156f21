import type { JudgedBranch } from '@scangate/domain/events/emit/finding';
import { goneUnits, endFollowing } from '@scangate/domain/tracking/default-branch-scan';
import { isOpenedOrFixed, emitFindingEvents } from '@scangate/domain/tracking/finding-events';
import type { FollowedCommit, Sighting, TrackedFinding } from '@scangate/domain/tracking/tracking-records';
import { isTracked } from '@scangate/domain/tracking/track-unit';
import { requireFollowed } from '@scangate/domain/tracking/write-rows';
import type { Scan } from '@scangate/domain/records';
import type { Coverage } from '@scangate/engines/model/coverage';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { BlobReader } from '#ports/blobs.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadAssessment, loadGateInputs, loadUnitResult } from '../verdict/load-judged-scan.ts';
import { completedUnits, loadFindings } from '../reports/stored-findings.ts';
import { recordFindingsTogether } from './record-findings-together.ts';
import { loadUnitFindings, type TrackingPorts, type UnitFindings } from './record-unit-findings.ts';

export interface TrackFindingsPorts {
  store: TrackingPorts['store'] & Pick<Store<'followedCommit' | 'storedEvent'>, 'commit'>;
  blobs: BlobReader<'results'>;
}

/** A followed scan. */
export interface Following {
  scan: Scan;
  followed: FollowedCommit;
  /** The branch and the organization of the events; absent when a record is missing. */
  branch?: Pick<JudgedBranch, 'organization' | 'repository'>;
}

const sightingOf = ({ seen: { scanId, commitHash, at } }: FollowedCommit): Sighting => ({
  scanId,
  commitHash,
  at,
});

/** Returns the judgment of the findings of a unit by a scan. */
type Judging = Pick<
  UnitFindings,
  'organizationId' | 'repositoryId' | 'policy' | 'previous' | 'seen' | 'guard'
>;

const judgingBy = ({ scan, followed }: Following, policy: GatePolicy): Judging => {
  const { organizationId, repositoryId } = scan;
  const { previous } = followed;
  const guard = requireFollowed(followed);
  return { organizationId, repositoryId, policy, previous, seen: sightingOf(followed), guard };
};

/** Loads the findings of each unit of a scan, one unit at a time. */
async function* judgedUnits(
  scan: Scan,
  judging: Judging,
  { blobs }: TrackFindingsPorts,
): AsyncGenerator<UnitFindings> {
  for (const unit of completedUnits(scan)) {
    const { coverage } = await loadUnitResult(scan, unit, blobs);
    const { files } = await loadAssessment(scan, unit, blobs);
    const findings = await loadFindings(scan, unit, blobs);
    yield { ...judging, unit, findings, coverage, files };
  }
}

/**
 * Tracks the findings of the units of a scan.
 * @returns the new ones.
 */
const trackUnits = async (
  { scan, followed }: Following,
  judging: Judging,
  ports: TrackFindingsPorts,
): Promise<TrackedFinding[]> => {
  const news: TrackedFinding[] = [];
  for await (const { rows } of recordFindingsTogether(judgedUnits(scan, judging, ports), ports))
    news.push(...rows.filter((row) => isOpenedOrFixed(followed, row)));
  return news;
};

/**
 * Closes findings in units that the commit no longer has. Findings of a dimension that the scan did not cover are
 * kept.
 * @returns the units in which nothing is left, and the changes.
 */
const fixGoneUnits = async (
  { scan, followed }: Following,
  judging: Judging,
  ports: TrackFindingsPorts,
): Promise<{ emptied: string[]; news: TrackedFinding[] }> => {
  const coverage = scan.scanTypes.map((scanType): Coverage => ({
    scanType,
    status: 'unassessed',
    assessed: 0,
    gaps: [],
    nothingToAssess: true,
  }));
  const gone = goneUnits(scan, followed).map((projectUnitId): UnitFindings => ({
    ...judging,
    unit: { projectUnitId, path: '' },
    findings: [],
    coverage,
    files: {},
  }));
  const emptied: string[] = [];
  const news: TrackedFinding[] = [];
  for await (const { projectUnitId, rows } of recordFindingsTogether(gone, ports)) {
    news.push(...rows.filter((row) => isOpenedOrFixed(followed, row)));
    if (rows.filter(isTracked).every(({ state }) => state === 'fixed')) emptied.push(projectUnitId);
  }
  return { emptied, news };
};

/** A scan whose events were not completely emitted may have had other units than the one that follows it. */
const newsOfOtherUnits = async (
  { scan, followed }: Following,
  { store }: TrackFindingsPorts,
): Promise<TrackedFinding[]> => {
  if ((followed.telling ?? []).length < 2) return [];
  const { organizationId, units } = scan;
  const looked = new Set([...units.map(({ projectUnitId }) => projectUnitId), ...goneUnits(scan, followed)]);
  const news: TrackedFinding[] = [];
  for (const projectUnitId of followed.units.filter((id) => !looked.has(id))) {
    const rows = await loadUnitFindings({ organizationId, projectUnitId }, store);
    news.push(...rows.filter((row) => isOpenedOrFixed(followed, row)));
  }
  return news;
};

/**
 * Updates the tracked findings of a repository to the followed commit, and emits the findings that it introduced and
 * fixed. An interrupted run is continued by the next one, and a repeated run writes nothing.
 * @throws ScanSuperseded, or Problem payload_expired.
 */
export const trackFindings = async (
  following: Following,
  ports: TrackFindingsPorts,
  now: Date,
): Promise<void> => {
  const { scan, followed, branch } = following;
  const { policy } = await loadGateInputs(scan, ports.blobs);
  const judging = judgingBy(following, policy);
  const present = await trackUnits(following, judging, ports);
  const gone = await fixGoneUnits(following, judging, ports);
  const news = [...present, ...gone.news, ...(await newsOfOtherUnits(following, ports))];
  const told = { cause: scan.scanId, at: now.toISOString() };
  await commitOrThrow(ports.store, [
    ...endFollowing(followed, gone.emptied),
    ...(branch ? emitFindingEvents({ ...branch, seen: sightingOf(followed) }, news, told) : []),
  ]);
};
