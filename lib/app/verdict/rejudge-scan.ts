import { Conflict } from '@scangate/domain/conflict';
import type { Change } from '@scangate/domain/record-changes';
import { digestOf } from '@scangate/engines/model/digest';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Organization, Scan } from '@scangate/domain/records';
import { gateInputsToday, suppressionsToday } from '@scangate/domain/policy/gate-inputs';
import { gateOfJudgment } from '@scangate/domain/tracking/gates/repository-gate';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import { judgmentInputs, judgmentOf, withJudgment, type Judgment } from '@scangate/domain/verdict/judgment';
import { judgeUnit } from '@scangate/engines/judge-unit';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { UnitResult } from '@scangate/engines/model/results';
import type { Advisories } from '#ports/advisories.ts';
import type { BlobReader } from '#ports/blobs.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadAdvisories } from '../advisories/load-advisories.ts';
import { loadPolicy } from '../policy/load-policy.ts';
import { completedUnits } from '../reports/stored-findings.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { claimMonth, loadActiveWaivers, type WaiverRecord } from '../waivers/waiver-store.ts';
import type { EndedScan, ScanRef } from '../scans/load-scan.ts';
import { loadAssessment, loadGateInputs, loadJudgedScan, loadResults } from './load-judged-scan.ts';

export interface RejudgePorts {
  store: Pick<
    Store<'scan' | 'organization' | 'policy' | 'license' | 'licenseMonth' | 'repositoryGate'>,
    'get' | 'commit'
  > &
    Pick<Store<WaiverRecord>, 'load'> &
    Pick<Store<'waiverSlot'>, 'list'>;
  blobs: BlobReader<'results'>;
  advisories: Advisories;
}

/** A judgment of a scan, and whether it is new. */
export interface Rejudged {
  scan: EndedScan;
  judgment: Judgment;
  /** False when the inputs were judged before: nothing was written. */
  isNew: boolean;
  judgments: Judgment[];
}

class JudgmentsConflict extends Conflict {
  constructor() {
    super('the judgments of the scan changed since they were read');
  }
}

/**
 * A scan, and the person who requests its judgment: a new one claims the person's license of the month, as scanning
 * does.
 */
interface RejudgeRequest extends ScanRef {
  caller?: Caller | undefined;
}

/** Returns the current gate inputs of the scan. */
export const gateToday = async (
  { scan, stored }: { scan: Scan; stored: GateInputs },
  { store }: RejudgePorts,
  now: Date,
): Promise<{ gate: GateInputs; policyDigest: string }> => {
  const { organizationId } = scan;
  const organization: Organization | undefined = await store.get('organization', { organizationId });
  if (!organization) throw new Problem('scan_not_found');
  const policy = await loadPolicy(store, organization);
  const suppressions = suppressionsToday({ scan, stored, policy });
  const waivers = await loadActiveWaivers(store, scan, now);
  return {
    gate: gateInputsToday(policy, now.toISOString(), { stored, suppressions, waivers }),
    policyDigest: organization.policyDigest,
  };
};

/** Judges the units one after the other, so that only one assessment is in memory. */
const judgeUnits = async (
  scan: Scan,
  gate: GateInputs,
  { blobs, advisories }: RejudgePorts,
): Promise<UnitResult[]> => {
  const results: UnitResult[] = [];
  for (const unit of completedUnits(scan)) {
    const assessed = await loadAssessment(scan, unit, blobs);
    const index = await loadAdvisories(assessed.inventory, advisories);
    results.push((await judgeUnit(assessed, gate, index)).result);
  }
  return results;
};

const addJudgment = (scan: Scan, judgment: Judgment): Change<'scan'> => ({
  change: 'update',
  record: 'scan',
  id: { organizationId: scan.organizationId, scanId: scan.scanId },
  set: {
    judgments: withJudgment(scan.judgments ?? [], judgment),
    judgmentsVersion: (scan.judgmentsVersion ?? 0) + 1,
  },
  when: [
    scan.judgmentsVersion === undefined
      ? { field: 'judgmentsVersion', is: 'absent' }
      : { field: 'judgmentsVersion', is: 'equal', value: scan.judgmentsVersion },
  ],
  onConflict: () => new JudgmentsConflict(),
});

/** Returns the judgment with the same inputs: the first verdict, or a later one. */
const knownJudgment = (scan: EndedScan, first: Judgment, inputsDigest: string): Judgment | undefined =>
  [first, ...(scan.judgments ?? [])].find((judgment) => judgment.inputsDigest === inputsDigest);

/** Changes the gate of the default branch, if the scan is its newest. */
const gateOf = async (
  { organizationId, repositoryId, scanId }: Scan,
  judgment: Judgment,
  { store }: RejudgePorts,
): Promise<Change<'repositoryGate'>[]> => {
  const gate = await store.get('repositoryGate', { organizationId, repositoryId }, { consistent: true });
  return gateOfJudgment({ ...judgment, scanId }, gate);
};

/**
 * Judges what a scan assessed by the current advisories, policy and waivers, and stores the judgment in addition to
 * the first verdict. Inputs that were judged before return the stored judgment. It costs no credit.
 * @throws Problem scan_not_found, scan_not_ended, scan_not_judged, payload_expired, seat_license_required
 */
export const rejudgeScan = async (
  { caller, ...ref }: RejudgeRequest,
  ports: RejudgePorts,
  now: Date,
): Promise<Rejudged> => {
  const scan = await loadJudgedScan(ref, ports.store);
  const stored = await loadGateInputs(scan, ports.blobs);
  const { gate, policyDigest } = await gateToday({ scan, stored }, ports, now);
  const results = await judgeUnits(scan, gate, ports).catch((error: unknown) => {
    if (error instanceof ScanFailed)
      throw new Problem('temporarily_unavailable', { detail: error.message, retryAfterSeconds: 60 });
    throw error;
  });
  const inputs = judgmentInputs(gate, results);
  const judged = { ...scan, policyDigest, severityThreshold: gate.policy.severityThreshold };
  const judgment = judgmentOf(assembleVerdict(judged, results, gate), { inputs, policyDigest });
  const first = judgmentOf(scan.verdict, {
    inputs: judgmentInputs(stored, await loadResults(scan, ports.blobs)),
    policyDigest: scan.policyDigest,
  });
  return retryOnConflict(limits.rejudge, async (tryNumber) => {
    const current = tryNumber === 1 ? scan : await loadJudgedScan(ref, ports.store);
    const known = knownJudgment(current, first, digestOf(inputs));
    const { judgments = [] } = current;
    const gated = await gateOf(current, known ?? judgment, ports);
    if (known) {
      if (gated.length > 0) await commitOrThrow(ports.store, gated);
      return { scan: current, judgment: known, isNew: false, judgments };
    }
    const claimed = caller ? await claimMonth(ports.store, caller, now) : [];
    await commitOrThrow(ports.store, [addJudgment(current, judgment), ...gated, ...claimed]);
    return { scan: current, judgment, isNew: true, judgments: withJudgment(judgments, judgment) };
  });
};
