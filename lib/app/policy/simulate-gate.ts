import type { Caller } from '@scangate/domain/identity/caller';
import { addMs, dayMs } from '@scangate/domain/instant';
import { gateInputsToday, suppressionsToday } from '@scangate/domain/policy/gate-inputs';
import { chooseScans, type JudgeableScan } from '@scangate/domain/policy/choose-scans';
import { requirePolicySize } from '@scangate/domain/policy/gate-settings';
import { applyGateChange, type GateChange } from '@scangate/domain/policy/apply-gate-change';
import { policyFields } from '@scangate/domain/policy/stored-policy';
import { isPayloadExpired } from '@scangate/domain/scans/payload-retention';
import type { Scan, WaiverSlot } from '@scangate/domain/records';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import { activeWaivers } from '@scangate/domain/waivers/waiver-slots';
import { judgeUnit } from '@scangate/engines/judge-unit';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { UnitResult } from '@scangate/engines/model/results';
import type { Advisories } from '#ports/advisories.ts';
import type { BlobReader } from '#ports/blobs.ts';
import { listAll, type Store } from '#ports/store.ts';
import { loadAdvisories } from '../advisories/load-advisories.ts';
import { loadAssessment, loadGateInputs } from '../verdict/load-judged-scan.ts';
import { completedUnits } from '../reports/stored-findings.ts';
import { loadSlots } from '../waivers/waiver-store.ts';
import { requireKnownAdditions } from './change-gate.ts';
import { loadGate } from './load-gate.ts';

export interface SimulationPorts {
  store: Pick<Store<'organization' | 'policy' | 'scan' | 'waiverSlot'>, 'get' | 'list'>;
  blobs: BlobReader<'results'>;
  advisories: Advisories;
  /** A monotonic clock, in milliseconds. */
  elapsedMs: () => number;
}

/** The reason why a scan was not judged. */
type NotLookedAt = 'limit' | 'time' | 'payload_expired' | 'not_assessed';

type Judged = Pick<Verdict, 'verdict' | 'reason' | 'reasons'>;

interface SimulatedScan {
  scan: Scan;
  before: Judged;
  after: Judged;
}

interface Simulation {
  judged: SimulatedScan[];
  notLookedAt: Partial<Record<NotLookedAt, number>>;
}

/** The response has to arrive within the gateway's 29 s; scans that are left by then are listed. */
const budgetMs = 20_000;
/** The number of scans that are listed to choose from. */
const maxListed = 5_000;

/** Lists the scans that may be judged again, newest first. Scans beyond the limit count as not judged. */
const listJudgeable = async (
  { organizationId, since }: { organizationId: string; since: string },
  { store, elapsedMs }: SimulationPorts,
  start: number,
): Promise<{ scans: JudgeableScan[]; left: boolean }> => {
  const scans: JudgeableScan[] = [];
  let listed = 0;
  for await (const scan of listAll(store, { list: 'scans', owner: { organizationId } })) {
    if (scan.createdAt < since) return { scans, left: false };
    if (++listed > maxListed || elapsedMs() - start > budgetMs / 2) return { scans, left: true };
    if (scan.status === 'completed') scans.push({ scanId: scan.scanId, repositoryId: scan.repositoryId });
  }
  return { scans, left: false };
};

const verdictOf = (scan: Scan, results: readonly UnitResult[], gate: GateInputs): Judged => {
  const { verdict, reason, reasons } = assembleVerdict(
    { ...scan, ...policyFields(gate.policy) },
    results,
    gate,
  );
  return { verdict, reason, reasons };
};

interface Compared {
  policies: readonly [before: GatePolicy, after: GatePolicy];
  slots: readonly WaiverSlot[];
  now: Date;
}

/** Judges a scan by both policies, with the current advisories and waivers. One unit is in memory at a time. */
const judgeBoth = async (
  scan: Scan,
  { policies, slots, now }: Compared,
  { blobs, advisories }: SimulationPorts,
): Promise<Omit<SimulatedScan, 'scan'>> => {
  const stored = await loadGateInputs(scan, blobs);
  const judgedAt = now.toISOString();
  const waivers = activeWaivers(slots, scan.repositoryId, judgedAt);
  const [before, after] = policies.map((policy): { gate: GateInputs; results: UnitResult[] } => {
    const suppressions = suppressionsToday({ scan, stored, policy });
    return { gate: gateInputsToday(policy, judgedAt, { stored, suppressions, waivers }), results: [] };
  });
  if (!before || !after) throw new Error('there are two policies');
  for (const unit of completedUnits(scan)) {
    const assessed = await loadAssessment(scan, unit, blobs);
    const index = await loadAdvisories(assessed.inventory, advisories);
    for (const { gate, results } of [before, after])
      results.push((await judgeUnit(assessed, gate, index)).result);
  }
  return {
    before: verdictOf(scan, before.results, before.gate),
    after: verdictOf(scan, after.results, after.gate),
  };
};

/** Returns why a scan cannot be judged again; any other error is a bug. */
const reasonOf = (error: unknown): NotLookedAt => {
  if (isPayloadExpired(error)) return 'payload_expired';
  if (error instanceof ScanFailed) return 'not_assessed';
  throw error;
};

/**
 * Judges stored assessments by the current gate and by the gate after a change, and writes nothing. It takes the
 * newest scan of each repository first, as far as time allows, and lists the scans that it did not judge.
 * @throws Problem validation_failed or policy_too_large
 */
export const simulateGate = async (
  { caller, change, days }: { caller: Caller; change: GateChange; days: number },
  ports: SimulationPorts,
  now: Date,
): Promise<Simulation> => {
  const { organizationId } = caller;
  const { store, elapsedMs } = ports;
  const start = elapsedMs();
  const { policy } = await loadGate(store, organizationId);
  await requireKnownAdditions(policy, change, '/policy/neverWaive');
  const proposed = applyGateChange(policy, change);
  requirePolicySize(proposed);
  const since = addMs(now, -days * dayMs);
  const { scans, left } = await listJudgeable({ organizationId, since }, ports, start);
  const chosen = chooseScans(scans);
  const compared = {
    policies: [policy, proposed] as const,
    slots: await loadSlots(store, organizationId),
    now,
  };
  const skipped = new Map<NotLookedAt, number>();
  const skip = (reason: NotLookedAt, count = 1) => skipped.set(reason, (skipped.get(reason) ?? 0) + count);
  if (scans.length > chosen.length || left) skip('limit', Math.max(1, scans.length - chosen.length));
  const judged: SimulatedScan[] = [];
  for (const [index, { scanId }] of chosen.entries()) {
    if (elapsedMs() - start > budgetMs) {
      skip('time', chosen.length - index);
      break;
    }
    const scan = await store.get('scan', { organizationId, scanId });
    if (!scan) continue;
    try {
      judged.push({ scan, ...(await judgeBoth(scan, compared, ports)) });
    } catch (error) {
      skip(reasonOf(error));
    }
  }
  return { judged, notLookedAt: Object.fromEntries(skipped) };
};
