import { canonicalJson, sha256 } from '@scangate/engines/model/digest';
import type { Charge, Scan, ScanUnit } from '../records.ts';
import type { DescribedScan } from './pipeline/pipeline-statement.ts';

// These views list every field of a scan that leaves the service; other fields stay internal.

const unitView = ({ projectUnitId, path, type, status, error, errorCode, reusedFrom }: ScanUnit) => ({
  projectUnitId,
  path,
  type,
  status,
  ...(error !== undefined && { error }),
  ...(errorCode && { errorCode }),
  ...(reusedFrom !== undefined && { reusedFrom }),
});

/** The client or service that writes the result at the host of the repository. */
const checksByView = ({ checksBy }: Pick<Scan, 'checksBy'>) => checksBy ?? ('client' as const);

/** Shows the base with which a scan is compared. */
const baseView = ({ base, pullRequest }: DescribedScan) => ({
  ...(base?.commitHash !== undefined && { baseCommitHash: base.commitHash }),
  ...(base?.scanId !== undefined && { baseScanId: base.scanId }),
  ...(pullRequest && { pullRequest }),
});

/** Shows the run of the pipeline, or that it is lost. */
const pipelineView = ({ ci, pipelineStatement }: DescribedScan) => ({
  ...(ci && { ci }),
  ...(pipelineStatement && { pipelineStatement }),
});

/**
 * The response to POST /v1/scans.
 * @param charged the credits that this request debited: none when an equal scan exists.
 */
export const createdScanView = (scan: DescribedScan, charged: Required<Charge>, deduplicated: boolean) => ({
  scanId: scan.scanId,
  status: scan.status,
  repositoryId: scan.repositoryId,
  commitHash: scan.commitHash,
  ...(scan.branch !== undefined && { branch: scan.branch }),
  ...(scan.projectUnitId !== undefined && { projectUnitId: scan.projectUnitId }),
  ...baseView(scan),
  scanTypes: scan.scanTypes,
  skippedScanTypes: scan.skippedScanTypes,
  sourceTrigger: scan.sourceTrigger,
  ...pipelineView(scan),
  checksBy: checksByView(scan),
  deduplicated,
  credits: charged,
  createdAt: scan.createdAt,
});

/** The response to GET /v1/scans/{id}: status and units, without verdict and summary. */
export const scanStateView = (scan: DescribedScan) => ({
  scanId: scan.scanId,
  status: scan.status,
  repositoryId: scan.repositoryId,
  commitHash: scan.commitHash,
  ...(scan.branch !== undefined && { branch: scan.branch }),
  ...baseView(scan),
  sourceTrigger: scan.sourceTrigger,
  ...pipelineView(scan),
  checksBy: checksByView(scan),
  scanTypes: scan.scanTypes,
  createdAt: scan.createdAt,
  ...(scan.startedAt !== undefined && { startedAt: scan.startedAt }),
  ...(scan.finishedAt !== undefined && { finishedAt: scan.finishedAt }),
  ...(scan.errorCode && { errorCode: scan.errorCode }),
  projectUnits: scan.units.map(unitView),
});

/**
 * A scan of a list with its verdict, which is null until the scan ends.
 * @param fullName of its repository; absent when nothing is known about it any more.
 */
export const gatedScanView = (scan: DescribedScan, fullName = scan.repositoryId) => {
  const { verdict } = scan;
  return {
    ...scanStateView(scan),
    fullName,
    verdict: verdict?.verdict ?? null,
    ...(verdict && { reason: verdict.reason, summary: verdict.summary }),
  };
};

/** Returns a strong ETag of a view; the order of its keys does not matter. */
export const etagOf = (view: object): string => `"${sha256(canonicalJson(view)).slice(0, 32)}"`;

/** The longest polling interval while all slots for waits are taken. */
const longestPollSeconds = 60;

/**
 * The polling plan for a scan while no more requests may wait: the seconds before each read, the last of which
 * repeats.
 */
const pollPlan = (scanId: string, firstSeconds: number) => ({
  path: `/v1/scans/${scanId}`,
  afterSeconds: [1, 1, 2, 4].map((times) => Math.min(longestPollSeconds, times * firstSeconds)),
});

/**
 * The gate payload: the verdict of an ended scan, else `wait_timeout` with the time until the next request
 * (docs/adr/0005-waiting-for-a-verdict.md).
 * @param isFull whether no more requests of the organization may wait, so that the payload has a polling plan.
 */
export const gatePayloadView = (scan: Scan, retryAfterSeconds: number, { isFull = false } = {}) => {
  const { scanId, status, verdict, pullRequestCheck } = scan;
  const projectUnits = scan.units.map(unitView);
  if (!verdict) {
    return {
      scanId,
      status,
      verdict: null,
      reason: 'wait_timeout',
      reasons: ['wait_timeout'],
      summary: { severityThreshold: scan.severityThreshold },
      projectUnits,
      checksBy: checksByView(scan),
      retryAfter: retryAfterSeconds,
      ...(isFull && { poll: pollPlan(scanId, retryAfterSeconds) }),
    };
  }
  return {
    scanId,
    status,
    verdict: verdict.verdict,
    reason: verdict.reason,
    reasons: verdict.reasons,
    summary: verdict.summary,
    projectUnits,
    checksBy: checksByView(scan),
    ...(verdict.errorCode && { errorCode: verdict.errorCode }),
    judgedAt: verdict.judgedAt,
    advisorySnapshot: verdict.advisorySnapshot,
    ...(verdict.licenseSnapshot && { licenseSnapshot: verdict.licenseSnapshot }),
    ...(verdict.pomSnapshot && { pomSnapshot: verdict.pomSnapshot }),
    inventoryDigest: verdict.inventoryDigest,
    policyDigest: verdict.policyDigest,
    waiversDigest: verdict.waiversDigest,
    suppressionsDigest: verdict.suppressionsDigest,
    coverage: verdict.coverage,
    missingScanTypes: verdict.missingScanTypes,
    suppressionsProposed: verdict.suppressionsProposed,
    suppressionsUnused: verdict.suppressionsUnused,
    ...(pullRequestCheck && { pullRequestCheck }),
    ...(verdict.suppressionsOmitted && { suppressionsOmitted: verdict.suppressionsOmitted }),
  };
};
