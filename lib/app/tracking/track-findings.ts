import { goneUnits, forgetUnits } from '@scangate/domain/tracking/follow';
import type { FollowedCommit, Sighting } from '@scangate/domain/tracking/tracking-records';
import { isTracked } from '@scangate/domain/tracking/track-unit';
import type { Scan } from '@scangate/domain/records';
import type { Coverage } from '@scangate/engines/model/coverage';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { BlobReader } from '#ports/blobs.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadAssessment, loadGateInputs, loadUnitResult } from '../gate/load-judged-scan.ts';
import { completedUnits, loadFindings } from '../reports/stored-findings.ts';
import { loadUnitFindings, recordUnitFindings, type TrackingPorts } from './record-unit-findings.ts';

export interface TrackFindingsPorts {
  store: TrackingPorts['store'] & Pick<Store<'followedCommit'>, 'commit'>;
  blobs: BlobReader<'results'>;
}

/** A scan that is followed. */
export interface Following {
  scan: Scan;
  followed: FollowedCommit;
}

const sightingOf = ({ seen: { scanId, commitHash, at } }: FollowedCommit): Sighting => ({
  scanId,
  commitHash,
  at,
});

/** Tracks the findings of the units of a scan, one unit in memory at a time. */
const trackUnits = async (
  { scan, followed }: Following,
  policy: GatePolicy,
  ports: TrackFindingsPorts,
): Promise<void> => {
  const { organizationId, repositoryId } = scan;
  const { previous, version: followedVersion } = followed;
  for (const unit of completedUnits(scan)) {
    const { coverage } = await loadUnitResult(scan, unit, ports.blobs);
    const { files } = await loadAssessment(scan, unit, ports.blobs);
    const findings = await loadFindings(scan, unit, ports.blobs);
    const judged = { organizationId, repositoryId, unit, findings, coverage, files, policy, previous };
    await recordUnitFindings({ ...judged, seen: sightingOf(followed), followedVersion }, ports);
  }
};

/**
 * Fixes what was open in units that the commit no longer has. A dimension that the scan did not look for stays.
 * @returns the units in which nothing is left.
 */
const settleGoneUnits = async (
  { scan, followed }: Following,
  policy: GatePolicy,
  ports: TrackFindingsPorts,
): Promise<string[]> => {
  const { organizationId, repositoryId, scanTypes } = scan;
  const { previous, version: followedVersion } = followed;
  const coverage = scanTypes.map((scanType): Coverage => ({
    scanType,
    status: 'unassessed',
    assessed: 0,
    gaps: [],
    nothingToAssess: true,
  }));
  const settled: string[] = [];
  for (const projectUnitId of goneUnits(scan, followed)) {
    const unit = { projectUnitId, path: '' };
    const judged = {
      organizationId,
      repositoryId,
      unit,
      findings: [],
      coverage,
      files: {},
      policy,
      previous,
    };
    await recordUnitFindings({ ...judged, seen: sightingOf(followed), followedVersion }, ports);
    const rows = await loadUnitFindings({ organizationId, projectUnitId }, ports.store);
    if (rows.filter(isTracked).every(({ state }) => state === 'fixed')) settled.push(projectUnitId);
  }
  return settled;
};

/**
 * Brings the tracked findings of a repository to the commit that is followed. An interrupted run is continued by the next
 * one, and one more run writes nothing.
 * @throws FollowedMeanwhile, or Problem payload_expired.
 */
export const trackFindings = async (following: Following, ports: TrackFindingsPorts): Promise<void> => {
  const { policy } = await loadGateInputs(following.scan, ports.blobs);
  await trackUnits(following, policy, ports);
  const settled = await settleGoneUnits(following, policy, ports);
  await commitOrThrow(ports.store, forgetUnits(following.followed, settled));
};
