import { compareFindings } from '@scangate/domain/comparison/compare-findings';
import { comparedFinding } from '@scangate/domain/comparison/compared-finding';
import type { ComparedEntry, ScanComparison } from '@scangate/domain/comparison/comparison-view';
import type { ComparedUnit } from '@scangate/domain/comparison/pair-units';
import {
  componentKey,
  explainDifference,
  inputDifferences,
  type JudgedSide,
} from '@scangate/domain/comparison/explain-difference';
import { Problem } from '@scangate/domain/problem';
import { failsGate } from '@scangate/domain/reports/finding-description';
import type { UnitFinding } from '@scangate/domain/reports/listing/unit-findings';
import { versionWithoutCustomRules } from '@scangate/engines/model/gate/custom-rules';
import { engineVersionsOf, judgmentInputs } from '@scangate/domain/verdict/judgment';
import { digestOf } from '@scangate/engines/model/digest';
import { isJudged } from '@scangate/engines/model/gate/fail-conditions';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { UnitResult } from '@scangate/engines/model/results';
import type { BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { completedUnits, loadAllFindings } from '../reports/stored-findings.ts';
import type { EndedScan } from '../scans/load-scan.ts';
import { loadAssessment, loadGateInputs, loadJudgedScan, loadResults } from './load-judged-scan.ts';

export interface ComparisonPorts {
  store: Pick<Store<'scan'>, 'get'>;
  blobs: BlobReader<'results'>;
}

/** A loaded scan with all inputs of its verdict. */
interface LoadedSide extends JudgedSide {
  scan: EndedScan;
  results: UnitResult[];
}

/** Lists the package versions of all units. Each assessment is dropped before the next is loaded. */
const componentsOf = async (scan: EndedScan, blobs: BlobReader<'results'>): Promise<Set<string>> => {
  const components = new Set<string>();
  for (const unit of completedUnits(scan)) {
    const { inventory } = await loadAssessment(scan, unit, blobs);
    for (const component of inventory.components) components.add(componentKey(component));
  }
  return components;
};

/** The organization's rules are part of the policy, rather than a separate cause. */
const withoutCustomRules = ({ engines }: UnitResult): Pick<UnitResult, 'engines'> => ({
  engines: Object.fromEntries(
    Object.entries(engines).map(([type, version]) => [type, versionWithoutCustomRules(version)]),
  ),
});

const loadSide = async (scan: EndedScan, blobs: BlobReader<'results'>): Promise<LoadedSide> => {
  const gate = await loadGateInputs(scan, blobs);
  const results = await loadResults(scan, blobs);
  const inputs = judgmentInputs(gate, results);
  return {
    scan,
    results,
    reasons: scan.verdict.reasons,
    // The files of a commit are inputs, too, not only its components.
    inputs: {
      ...inputs,
      code: digestOf([scan.commitHash, inputs.code]),
      scanTypes: digestOf(scan.scanTypes.toSorted()),
    },
    source: digestOf([scan.commitHash, scan.artifact ?? null]),
    scanTypes: scan.scanTypes,
    policy: gate.policy,
    engines: engineVersionsOf(results.map(withoutCustomRules)),
    findings: await loadAllFindings(scan, blobs),
    components: await componentsOf(scan, blobs),
  };
};

/**
 * Compares the engines of the types that were requested for both scans; for other types, the request itself differs.
 */
const byCommonEngines = (one: LoadedSide, other: LoadedSide): [LoadedSide, LoadedSide] => {
  const common = one.scanTypes.filter((type) => other.scanTypes.includes(type)).toSorted();
  const [head, base] = [one, other].map((side) => ({
    ...side,
    inputs: { ...side.inputs, engines: digestOf(common.map((type) => side.engines[type] ?? null)) },
  })) as [LoadedSide, LoadedSide];
  return [head, base];
};

const entryOf = (finding: UnitFinding, policy: GatePolicy): ComparedEntry[] => {
  const compared = comparedFinding(finding, {
    counts: (each) => isJudged(each, policy),
    unknownSeverityAs: policy.unknownSeverityAs,
  });
  return compared ? [{ ...compared, finding, fails: failsGate(finding, policy) }] : [];
};

const comparedUnits = ({ scan, findings, results, policy }: LoadedSide): ComparedUnit<ComparedEntry>[] => {
  const byUnit = Map.groupBy(findings, ({ projectUnitId }) => projectUnitId);
  const digests = new Map(results.map((result) => [result.projectUnitId, result.inventoryDigest]));
  return completedUnits(scan).map(({ projectUnitId, path, type }) => {
    const inventoryDigest = digests.get(projectUnitId);
    return {
      path,
      type,
      ...(inventoryDigest !== undefined && { inventoryDigest }),
      findings: (byUnit.get(projectUnitId) ?? []).flatMap((finding) => entryOf(finding, policy)),
    };
  });
};

/**
 * Compares two scans of a repository as each was judged: the findings that the first introduces and fixes, and the
 * inputs that cause each difference of the verdicts.
 * @throws Problem scan_not_found, scan_not_ended, scan_not_judged, scans_not_comparable, payload_expired
 */
export const compareScans = async (
  { organizationId, scanId, withScanId }: { organizationId: string; scanId: string; withScanId: string },
  { store, blobs }: ComparisonPorts,
): Promise<ScanComparison> => {
  const head = await loadJudgedScan({ organizationId, scanId }, store);
  const base = await loadJudgedScan({ organizationId, scanId: withScanId }, store);
  if (head.repositoryId !== base.repositoryId)
    throw new Problem('scans_not_comparable', { detail: 'The scans are of different repositories.' });
  const [one, other] = byCommonEngines(await loadSide(head, blobs), await loadSide(base, blobs));
  return {
    head,
    base,
    findings: compareFindings(comparedUnits(one), comparedUnits(other)),
    inputs: inputDifferences(one.inputs, other.inputs),
    why: explainDifference(one, other),
  };
};
