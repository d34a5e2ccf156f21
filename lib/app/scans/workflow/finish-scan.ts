import type { Scan } from '@scangate/domain/records';
import type { ScanOutcome } from '@scangate/domain/scans/scan-outcome';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import {
  failedPullRequestCheck,
  maxListed,
  type PullRequestCheck,
} from '@scangate/domain/verdict/decide-pull-request-check';
import { mayBeFollowed } from '@scangate/domain/tracking/default-branch-scan';
import { usedWaivers } from '@scangate/domain/verdict/judgment';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { ActiveWaiver } from '@scangate/engines/model/gate/waiver';
import { defaultPrCheckThreshold } from '@scangate/engines/model/gate/policy';
import { crashed, type Failure } from '@scangate/engines/model/failure';
import type { UnitResult } from '@scangate/engines/model/results';
import type { BlobReader } from '#ports/blobs.ts';
import type { ComparedBaseOutcome, UnitsOutcome } from '#ports/scans/scan-tasks.ts';
import type { Store } from '#ports/store.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { runConcurrently } from '#app/jobs/run-concurrently.ts';
import { attestEnding, type AttestEndingPorts } from '#app/evidence/attest-ending.ts';
import { loadStoredResult } from '#app/reports/unit-documents.ts';
import { recordWaiverUse } from '#app/waivers/record-use.ts';
import type { ScanRef } from '../load-scan.ts';
import { endScan, type EndScanPorts } from './end-scan.ts';
import { findGate } from './gate-of-scan.ts';
import type { PreparedScan } from './prepare-scan.ts';
import { keepResults, type KeepPorts } from './reuse/keep-results.ts';

/** The state of the workflow when every unit was scanned. */
export type ScannedUnits = ScanRef &
  Pick<PreparedScan, 'failure' | 'isUnrecorded'> & {
    results: readonly UnitsOutcome[];
    /** Present when the scan was compared with its base. */
    compared?: ComparedBaseOutcome;
  };

/** The end of a scan, with the reference to it where the default branch follows. */
export type FinishedScan = { status: string } & Partial<ScanRef & { follow: true }>;

export interface FinishScanPorts extends EndScanPorts, Omit<AttestEndingPorts, 'blobs'> {
  store: EndScanPorts['store'] & KeepPorts['store'] & Pick<Store<'waiverSlot'>, 'list' | 'commit'>;
  blobs: EndScanPorts['blobs'] & BlobReader<'results'>;
}

const missingResult: Failure = { errorCode: 'system_error', error: 'The result of a unit is missing.' };

/** The number of results that are read concurrently: 200 one after another would take longer than judging them. */
const resultsAtOnce = 16;

/** Loads the results of the units, and collects the failures of those without one. */
const collectResults = async (
  { organizationId, scanId, units }: Scan,
  outcomes: ScannedUnits['results'],
  { blobs }: FinishScanPorts,
): Promise<{ results: UnitResult[]; unitFailures: Map<string, Failure> }> => {
  const unitFailures = new Map<string, Failure>();
  const lost = new Map<string, Failure>();
  for (const outcome of outcomes.flat()) {
    if ('projectUnitId' in outcome && outcome.failure)
      unitFailures.set(outcome.projectUnitId, outcome.failure);
    if ('units' in outcome) for (const id of outcome.units) lost.set(id, outcome.failure);
  }
  const ids = units.map(({ projectUnitId }) => projectUnitId).filter((id) => !unitFailures.has(id));
  const found = new Map<string, UnitResult>();
  await runConcurrently(ids, { atOnce: resultsAtOnce }, async (projectUnitId) => {
    const result = await loadStoredResult({ organizationId, scanId, projectUnitId }, blobs);
    if (result) found.set(projectUnitId, result);
    else unitFailures.set(projectUnitId, lost.get(projectUnitId) ?? missingResult);
  });
  return { results: ids.flatMap((id) => found.get(id) ?? []), unitFailures };
};

/** Completes the check of a scan with a base. */
const checkOf = (
  scan: Scan,
  { verdict, gate: { policy } }: { verdict: Verdict; gate: GateInputs },
  compared: ComparedBaseOutcome | undefined,
): { pullRequestCheck?: PullRequestCheck } => {
  if (!scan.base || !compared) return {};
  const { suppressionsProposed } = verdict;
  const { commitHash, scanId } = scan.base;
  const base = { ...(commitHash && { commitHash }), ...(scanId && { scanId }), verified: !scanId };
  if ('check' in compared) {
    const known = { ...base, ...(compared.scanId && { scanId: compared.scanId }) };
    const proposed = suppressionsProposed.slice(0, maxListed);
    return { pullRequestCheck: { ...compared.check, base: known, suppressionsProposed: proposed } };
  }
  const severityThreshold = policy.prCheckSeverityThreshold ?? defaultPrCheckThreshold;
  const known = { base, scope: scan, severityThreshold, suppressionsProposed };
  return { pullRequestCheck: failedPullRequestCheck(compared.reason, known) };
};

const firstEnd = (waivers: readonly ActiveWaiver[]): string | undefined =>
  waivers.map(({ expiresAt }) => expiresAt).toSorted()[0];

/** Whether a task crashed, or lost what it had to store. */
const isCrash = ({ error }: Failure): boolean => error === crashed.error || error === missingResult.error;

/** Logs a failed scan for the operator, once: refusing hosts and limits are recognized by their common kind. */
const logFailure = (
  ended: Scan | undefined,
  failures: readonly Failure[],
  { ports: { log }, now }: { ports: FinishScanPorts; now: Date },
): void => {
  if (ended?.status !== 'failed' || ended.finishedAt !== now.toISOString()) return;
  log.info('a scan failed', { scanId: ended.scanId, errorCode: ended.errorCode });
  log.metric('ScansFailed', 1);
  // Its execution succeeds, so no other metric of the workflow shows a task that is broken.
  if (failures.some(isCrash)) log.metric('ScansCrashed', 1);
};

/**
 * Judges the units and ends the scan. A second run finds it ended.
 * @returns `follow` when the scan may be followed.
 */
export const finishScan = async (
  { organizationId, scanId, isUnrecorded, failure, results: outcomes, compared }: ScannedUnits,
  ports: FinishScanPorts,
  { now }: RunContext,
): Promise<FinishedScan> => {
  // A scan that was recorded too late is started again by the sweep (docs/adr/0014-scan-workflow.md).
  if (isUnrecorded) return { status: 'unknown' };
  const ref = { organizationId, scanId };
  const scan = await ports.store.get('scan', ref, { consistent: true });
  const collected = scan && !failure ? await collectResults(scan, outcomes, ports) : undefined;
  const gate = scan && collected && (await findGate(ref, ports.blobs));
  const outcomeOf = (current: Scan): ScanOutcome => {
    if (failure || !collected || !gate) return { status: 'failed', failure: failure ?? missingResult };
    const { results, unitFailures } = collected;
    if (unitFailures.size > 0) return { status: 'failed', unitFailures, results };
    const verdict = assembleVerdict(current, results, gate);
    const waivedUntil = firstEnd(usedWaivers(gate, results));
    return { status: 'completed', verdict, waivedUntil, ...checkOf(current, { verdict, gate }, compared) };
  };
  const attest = collected && attestEnding(collected.results, ports, now);
  const ended = await endScan({ ...ref, outcomeOf, attest }, ports, now);
  const failures = failure ? [failure] : [...(collected?.unitFailures.values() ?? [])];
  logFailure(ended, failures, { ports, now });
  if (ended && collected) await keepResults(ended, collected.results, { ports, now });
  const waiverIds = collected?.results.flatMap(({ waivers }) => waivers) ?? [];
  await recordWaiverUse({ organizationId, waiverIds }, ports, now);
  return {
    status: ended?.status ?? 'unknown',
    ...(ended && mayBeFollowed(ended) && { ...ref, follow: true }),
  };
};
