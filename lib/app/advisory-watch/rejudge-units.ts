import type { Change } from '@scangate/domain/record-changes';
import { findingsFixed, findingsIntroduced } from '@scangate/domain/events/emit/finding';
import { advisoriesMatched } from '@scangate/domain/events/emit/watch';
import { isReleaseUnit } from '@scangate/domain/bundles/release-unit';
import { planAt } from '@scangate/domain/plans/entitlements';
import { Transient } from '@scangate/domain/problem';
import type { IndexedUnit, Organization, Repository, Scan, ScanUnit } from '@scangate/domain/records';
import { isPayloadExpired } from '@scangate/domain/scans/payload-retention';
import type { FollowedCommit } from '@scangate/domain/tracking/tracking-records';
import { ScanSuperseded, requireFollowed } from '@scangate/domain/tracking/write-rows';
import { isIndexedBy } from '@scangate/domain/advisory-watch/component-index';
import { enqueueDigest } from '@scangate/domain/advisory-watch/advisory-digest';
import {
  advisoryMatched,
  findingIntroduced,
  type WatchedChange,
} from '@scangate/domain/advisory-watch/watch-events';
import { judgeUnit } from '@scangate/engines/judge-unit';
import { errorFields, type Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import type { SnapshotRecords } from '#ports/advisory-watch/snapshot-records.ts';
import { loadAdvisories } from '../advisories/load-advisories.ts';
import { watchRelease, type WatchReleasePorts } from '../bundles/watch-release.ts';
import { loadAssessment, loadGateInputs } from '../verdict/load-judged-scan.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { gateToday, type RejudgePorts } from '../verdict/rejudge-scan.ts';
import {
  loadUnitFindings,
  recordUnitFindings,
  type TrackingPorts,
} from '../tracking/record-unit-findings.ts';
import type { WatchedHit } from './match-advisories.ts';

export interface RejudgeUnitsPorts {
  store: RejudgePorts['store'] &
    WatchReleasePorts['store'] &
    TrackingPorts['store'] &
    Pick<
      Store<'organization' | 'indexedUnit' | 'repository' | 'account' | 'followedCommit'>,
      'load' | 'get'
    > &
    Pick<Store<'auditEvent' | 'mail' | 'storedEvent'>, 'commit'>;
  blobs: WatchReleasePorts['blobs'];
  advisories: RejudgePorts['advisories'];
  snapshots: Pick<SnapshotRecords, 'published'>;
  log: Log;
}

/** The units of one batch of the workflow. */
export interface UnitsToRejudge {
  snapshotId: string;
  /** The timestamp of everything that is written. */
  at: string;
  items: readonly WatchedHit[];
}

interface LoadedUnit {
  organization: Organization;
  repository: Repository;
  /** The packages that advisories were matched with. */
  packages: WatchedHit['packages'];
  scan: Scan;
  unit: ScanUnit;
  followedVersion: number;
}

/** The limit of judgments of a unit in one run, when other snapshots are published meanwhile. */
const maxJudgments = 3;

/**
 * Returns the scan by which a unit is judged: the one that tracked findings follow, even while the index still has an older
 * one. Otherwise the findings of an older scan would overwrite those of the newer one.
 */
const judgedScan = async (
  { followed, indexed }: { followed: FollowedCommit; indexed: IndexedUnit },
  { store }: Pick<RejudgeUnitsPorts, 'store'>,
): Promise<Scan | undefined> => {
  const { organizationId, seen, version } = followed;
  if (indexed.followed < version && indexed.scanId !== seen.scanId) {
    const newest = await store.get('scan', { organizationId, scanId: seen.scanId });
    if (newest && isIndexedBy(newest, indexed)) return newest;
  }
  return store.get('scan', { organizationId, scanId: indexed.scanId });
};

/** Loads a unit that the watch covers: one of a connected repository, on the plan Starter or higher. */
const loadUnit = async (
  hit: WatchedHit,
  { store }: RejudgeUnitsPorts,
  at: string,
): Promise<LoadedUnit | undefined> => {
  const { organizationId, repositoryId, projectUnitId } = hit;
  const [organization, repository, followed, indexed] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'repository', id: { organizationId, repositoryId } },
      { record: 'followedCommit', id: { organizationId, repositoryId } },
      { record: 'indexedUnit', id: { organizationId, repositoryId, projectUnitId } },
    ],
    { consistent: true },
  );
  if (!organization || !repository || repository.disconnectedAt || !followed || !indexed) return undefined;
  // It was found to be gone.
  if (!followed.units.includes(projectUnitId)) return undefined;
  const account = await store.get('account', { accountId: organization.billingAccountId });
  if (!account || planAt(account, at) === 'Free') return undefined;
  const scan = await judgedScan({ followed, indexed }, { store });
  const unit = scan?.units.find((each) => each.projectUnitId === projectUnitId);
  if (!scan || !unit) return undefined;
  // What was matched are packages of the index.
  const packages = scan.scanId === indexed.scanId ? hit.packages : [];
  return { organization, repository, packages, scan, unit, followedVersion: followed.version };
};

/**
 * Judges the packages of a unit by the current advisories, policy and waivers, and tracks the differences. It judges
 * again when another snapshot was published meanwhile, so that the newest one prevails.
 */
const judgeAgain = async (
  { scan, unit, followedVersion }: LoadedUnit,
  { ports, at, now }: { ports: RejudgeUnitsPorts; at: string; now: Date },
): Promise<void> => {
  const { organizationId, repositoryId, scanId, commitHash } = scan;
  const assessed = await loadAssessment(scan, unit, ports.blobs);
  const stored = await loadGateInputs(scan, ports.blobs);
  const { gate } = await gateToday({ scan, stored }, ports, now);
  for (let judgment = 1; judgment <= maxJudgments; judgment++) {
    const index = await loadAdvisories(assessed.inventory, ports.advisories);
    // Advisories only change vulnerabilities. The inventory may be left from an earlier scan than one of other
    // types, and is judged as well.
    const { findings, result } = await judgeUnit({ ...assessed, scanTypes: ['sca'] }, gate, index);
    await recordUnitFindings(
      {
        organizationId,
        repositoryId,
        unit,
        findings,
        coverage: result.coverage,
        files: assessed.files,
        policy: gate.policy,
        seen: { scanId, commitHash, at },
        guard: requireFollowed({ organizationId, repositoryId, version: followedVersion }),
      },
      ports,
    );
    const published = await ports.snapshots.published();
    if (!published || published.snapshotId === index.snapshotId) return;
  }
};

/** Writes the record and the events of one cause, or finds that they were written before. */
const writeOnce = async (
  changes: readonly (Change<'auditEvent' | 'storedEvent'> | undefined)[],
  { store }: RejudgeUnitsPorts,
): Promise<void> => {
  const written = changes.filter((change) => change !== undefined);
  if (written.length > 0) await store.commit(written);
};

/**
 * Publishes the events of a unit: the matches, and the findings that are open since. They follow from stored
 * findings, so that a repeated run publishes what an interrupted one left out, and nothing twice.
 */
const publishEvents = async (
  { organization, repository, packages, scan, unit }: LoadedUnit,
  { hit, snapshotId, at, now }: { hit: WatchedHit; now: Date } & Pick<UnitsToRejudge, 'snapshotId' | 'at'>,
  ports: RejudgeUnitsPorts,
): Promise<void> => {
  const change: WatchedChange = { repository, unit, snapshotId, at };
  const matched = advisoryMatched(change, packages);
  // The watch may have begun long ago; pollers continue reading from the present.
  const present = now.toISOString();
  const told = { cause: `${snapshotId} ${hit.projectUnitId}`, at: present };
  const { organizationId, projectUnitId } = hit;
  const rows = await loadUnitFindings({ organizationId, projectUnitId }, ports.store);
  const match = { ...change, repository, at: present, matched: packages, rows };
  await writeOnce([matched, ...advisoriesMatched(organization, match)], ports);
  const introduced = rows.filter(({ openedAt, state }) => openedAt === at && state === 'open');
  const fixed = rows.filter(({ fixed: sighting, state }) => sighting?.at === at && state === 'fixed');
  const { scanId, commitHash } = scan;
  const judged = {
    organization,
    repository,
    seen: { scanId, commitHash, at },
    advisorySnapshot: snapshotId,
  };
  const news = findingsIntroduced(judged, { ...told, rows: introduced });
  await writeOnce([findingIntroduced(change, introduced), ...news], ports);
  // No audit record is written with it, so that the timestamp makes it unique.
  await writeOnce(findingsFixed(judged, { ...told, at, rows: fixed }), ports);
  if (matched || introduced.length > 0) await ports.store.commit([enqueueDigest(organizationId, at)]);
};

const rejudgeUnit = async (
  hit: WatchedHit,
  { snapshotId, at }: UnitsToRejudge,
  { ports, now }: { ports: RejudgeUnitsPorts; now: Date },
): Promise<'judged' | 'skipped'> => {
  if (isReleaseUnit(hit)) {
    const { organizationId, repositoryId, projectUnitId } = hit;
    return watchRelease({ organizationId, repositoryId, projectUnitId }, { snapshotId, at, now }, ports);
  }
  const loaded = await loadUnit(hit, ports, at);
  if (!loaded) return 'skipped';
  try {
    await judgeAgain(loaded, { ports, at, now });
  } catch (error) {
    // The scan that was followed meanwhile is judged and indexed separately.
    if (error instanceof ScanSuperseded) return 'skipped';
    if (!isPayloadExpired(error)) throw error;
  }
  await publishEvents(loaded, { hit, snapshotId, at, now }, ports);
  return 'judged';
};

/**
 * Judges units again whose packages have changed advisories. A unit that cannot be judged does not block others: it
 * is counted, and an alarm fires.
 */
export const rejudgeUnits = async (
  batch: UnitsToRejudge,
  ports: RejudgeUnitsPorts,
  { now }: Pick<RunContext, 'now'>,
): Promise<{ judged: number; failed: number }> => {
  const counts = { judged: 0, failed: 0 };
  for (const hit of batch.items) {
    try {
      if ((await rejudgeUnit(hit, batch, { ports, now })) === 'judged') counts.judged++;
    } catch (error) {
      if (error instanceof Transient) throw error;
      counts.failed++;
      const { organizationId, projectUnitId } = hit;
      ports.log.error('a unit could not be rejudged', {
        organizationId,
        projectUnitId,
        ...errorFields(error),
      });
    }
  }
  return counts;
};
