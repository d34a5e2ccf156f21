import {
  explainReasons,
  explainSuppressed,
  maxExplained,
  type ExplainedReason,
} from '@scangate/domain/explanation/explain-verdict';
import { describeChange, noChange, type DescribedChange } from '@scangate/domain/explanation/describe-change';
import { compareUnitFindings, type UnitFinding } from '@scangate/domain/reports/listing/unit-findings';
import type { Judgment } from '@scangate/domain/verdict/judgment';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { Severity } from '@scangate/engines/model/severity';
import type { Advisories } from '#ports/advisories.ts';
import type { BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { completedUnits, loadAllFindings } from '../reports/stored-findings.ts';
import type { EndedScan, ScanRef } from '../scans/load-scan.ts';
import { loadAssessment, loadGateInputs, loadScanAtEnd } from './load-judged-scan.ts';
import { findSmallestChange, type ShownChange } from './smallest-change.ts';

export interface ExplanationPorts {
  store: Pick<Store<'scan'>, 'get'>;
  blobs: BlobReader<'results'>;
  advisories: Advisories;
}

/**
 * The smallest changes of dependencies after which a scan passes, and the remaining findings when they do not
 * suffice.
 */
interface ExplainedChange extends DescribedChange {
  advisorySnapshot?: { id: string; builtAt?: string };
  changes: ShownChange[];
  remains: { total: number; findings: UnitFinding[] };
}

/** The explanation of a scan's verdict. */
export interface Explanation {
  scan: EndedScan;
  reasons: ExplainedReason[];
  suppressed: { total: number; findings: UnitFinding[] };
  smallestChange: ExplainedChange;
  judgments: Judgment[];
}

const nothing = { changes: [], remains: { total: 0, findings: [] } };

const changeOf = async (
  scan: EndedScan,
  gate: GateInputs,
  { blobs, advisories }: ExplanationPorts,
): Promise<ExplainedChange> => {
  if (scan.verdict.verdict === 'PASS') return { ...noChange.passing, ...nothing };
  const units = completedUnits(scan).map((unit) => () => loadAssessment(scan, unit, blobs));
  const { changes, after, remains } = await findSmallestChange(scan, { units, gate }, { advisories });
  return {
    ...describeChange(changes, after),
    advisorySnapshot: after.advisorySnapshot,
    changes,
    remains: {
      total: remains.length,
      findings: remains.toSorted(compareUnitFindings).slice(0, maxExplained),
    },
  };
};

/** Explains a scan that failed or was canceled: nothing was judged. */
const explainFailure = (scan: EndedScan): Explanation => ({
  scan,
  reasons: explainReasons({ scan, findings: [], policy: defaultPolicy, foundSeverity: new Map() }),
  suppressed: { total: 0, findings: [] },
  smallestChange: { ...noChange.ended, ...nothing },
  judgments: [],
});

/** The severity of each secret in a sample before the policy lowers it, by fingerprint. */
const severitiesOfRules = async (
  scan: EndedScan,
  findings: readonly UnitFinding[],
  blobs: BlobReader<'results'>,
): Promise<Map<string, Severity>> => {
  const found = new Map<string, Severity>();
  if (scan.verdict.verdict !== 'FAIL') return found;
  const withSecrets = new Set(
    findings.filter(({ kind }) => kind === 'secret').map(({ projectUnitId }) => projectUnitId),
  );
  for (const unit of completedUnits(scan)) {
    if (!withSecrets.has(unit.projectUnitId)) continue;
    const { detections } = await loadAssessment(scan, unit, blobs);
    for (const { fingerprint, severity } of detections) found.set(fingerprint, severity);
  }
  return found;
};

/**
 * Explains the verdict of a scan: the cause of each reason, what suppressed or could have suppressed it, and the
 * smallest change of dependencies after which the scan passes.
 * @throws Problem scan_not_found, scan_not_ended, payload_expired
 */
export const explainScan = async (ref: ScanRef, ports: ExplanationPorts): Promise<Explanation> => {
  const scan = await loadScanAtEnd(ref, ports.store);
  if (scan.verdict.verdict === 'ERROR') return explainFailure(scan);
  const gate = await loadGateInputs(scan, ports.blobs);
  const findings = await loadAllFindings(scan, ports.blobs);
  const foundSeverity = await severitiesOfRules(scan, findings, ports.blobs);
  const explained = { scan, findings, policy: gate.policy, foundSeverity };
  return {
    scan,
    reasons: explainReasons(explained),
    suppressed: explainSuppressed(explained),
    smallestChange: await changeOf(scan, gate, ports),
    judgments: scan.judgments ?? [],
  };
};
