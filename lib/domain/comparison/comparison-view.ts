import type { Severity } from '@scangate/engines/model/severity';
import { compareUnitFindings, type UnitFinding } from '../reports/listing/unit-findings.ts';
import type { Scan } from '../records.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { FindingComparison } from './compare-findings.ts';
import type { ComparedFinding, Dimension } from './compared-finding.ts';
import type { InputDifference, VerdictDifference } from './explain-difference.ts';

/** The limit of introduced and of fixed findings that a comparison lists. */
const maxListed = 100;

/** A compared finding with the finding itself, and whether it fails the gate of its own scan. */
export type ComparedEntry = ComparedFinding & { finding: UnitFinding; fails: boolean };

type JudgedScan = Scan & { verdict: Verdict };

/** The differences of two scans, and the causes of the differences of their verdicts. */
export interface ScanComparison {
  head: JudgedScan;
  base: JudgedScan;
  findings: FindingComparison<ComparedEntry>;
  inputs: InputDifference[];
  why: VerdictDifference[];
}

const countsOf = (entries: readonly ComparedEntry[]) => {
  const counts: Partial<Record<Dimension, Partial<Record<Severity, number>>>> = {};
  for (const { dimension, severity } of entries) {
    const bySeverity = (counts[dimension] ??= {});
    bySeverity[severity] = (bySeverity[severity] ?? 0) + 1;
  }
  return counts;
};

const totals = (entries: readonly ComparedEntry[]) => ({
  total: entries.length,
  failing: entries.filter(({ fails }) => fails).length,
  counts: countsOf(entries),
});

const listed = (entries: readonly ComparedEntry[]) => ({
  ...totals(entries),
  findings: entries
    .toSorted((a, b) => Number(b.fails) - Number(a.fails) || compareUnitFindings(a.finding, b.finding))
    .slice(0, maxListed)
    .map(({ finding }) => finding),
});

const sideView = ({ scanId, commitHash, branch, verdict: of }: JudgedScan) => ({
  scanId,
  commitHash,
  ...(branch !== undefined && { branch }),
  verdict: of.verdict,
  reason: of.reason,
  reasons: of.reasons,
  judgedAt: of.judgedAt,
  advisorySnapshot: of.advisorySnapshot,
});

/** The response that shows how two scans differ. */
export const comparisonView = ({ head, base, findings, inputs, why }: ScanComparison) => ({
  head: sideView(head),
  base: sideView(base),
  introduced: listed(findings.introduced),
  fixed: listed(findings.fixed),
  unchanged: totals(findings.unchanged),
  inputs,
  why,
});
