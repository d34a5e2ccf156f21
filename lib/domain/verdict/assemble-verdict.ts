import { digestOf } from '@scangate/engines/model/digest';
import type { Coverage } from '@scangate/engines/model/coverage';
import { sumCounts } from '@scangate/engines/model/finding-counts';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { UnitResult } from '@scangate/engines/model/results';
import type { Scan } from '../records.ts';
import { summarize } from './summarize.ts';
import { decideVerdict } from './decide-verdict.ts';
import { incompleteTypes, missingScanTypes } from './incomplete-coverage.ts';
import { reportSuppressions, suppressionsDigestOf } from './suppression-report.ts';
import type { Summary, Verdict } from './verdict.ts';

/** The verdict is part of the scan's record, which bounds its coverage; the stored findings hold all of it. */
const gapsPerEntry = 10;
const filesPerGap = 3;
const longestReasonBytes = 200;
/** A bound over all units: DynamoDB accepts 400 KB per item. */
const gapsPerScan = 400;

/** Cuts a text to a number of bytes, as DynamoDB counts them, but never inside a character. */
const shorten = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= longestReasonBytes) return text;
  return `${bytes.toString('utf8', 0, longestReasonBytes - 3).replace(/\uFFFD$/, '')}…`;
};

const shownGaps = (gaps: Coverage['gaps'], most: number): Coverage['gaps'] => {
  const shown = gaps.slice(0, most).map((gap) => ({
    ...gap,
    reason: shorten(gap.reason),
    ...(gap.file !== undefined && { file: shorten(gap.file) }),
    ...(gap.files && { files: gap.files.slice(0, filesPerGap).map(shorten) }),
  }));
  const more = gaps.length - shown.length;
  return more > 0 ? [...shown, { reason: 'further gaps', count: more }] : shown;
};

/** Returns the coverage of the units with a result, cut to the size that a record can hold. */
export const shownCoverage = (results: readonly UnitResult[]): Verdict['coverage'] => {
  let room = gapsPerScan;
  return results.flatMap(({ projectUnitId, coverage }) =>
    coverage.map((entry) => {
      const gaps = shownGaps(entry.gaps, Math.min(gapsPerEntry, Math.floor(room)));
      room = Math.max(0, room - gaps.reduce((sum, gap) => sum + 1 + (gap.files?.length ?? 0) / 2, 0));
      return { projectUnitId, ...entry, gaps };
    }),
  );
};

/** The part of a scan that its judgment depends on. */
export type JudgedScan = Pick<
  Scan,
  | 'units'
  | 'scanTypes'
  | 'fullScope'
  | 'skippedScanTypes'
  | 'policyDigest'
  | 'severityThreshold'
  | 'projectUnitId'
  | 'artifact'
>;

/** The types of the full scope that did not run: they count 0 findings and are unassessed. */
export const skippedCoverage = (scan: JudgedScan): Verdict['coverage'] =>
  scan.units.flatMap(({ projectUnitId }) =>
    scan.skippedScanTypes.map(({ scanType, reason }) => ({
      projectUnitId,
      scanType,
      status: 'unassessed' as const,
      assessed: 0,
      gaps: [{ reason }],
    })),
  );

/** Counts the findings of the units under the requested keys. */
export const summaryOf = (scan: JudgedScan, results: readonly UnitResult[]): Summary =>
  summarize(sumCounts(results.map((result) => result.counts)), scan, scan.severityThreshold);

/** Names everything on which a verdict depends. */
export const judgedInputs = (scan: JudgedScan, results: readonly UnitResult[]) => {
  const byUnit = results.toSorted((a, b) => (a.projectUnitId < b.projectUnitId ? -1 : 1));
  const licenseSnapshot = results.find((result) => result.licenseSnapshot)?.licenseSnapshot;
  const pomSnapshot = results.find((result) => result.pomSnapshot)?.pomSnapshot;
  const snapshot = results.find((result) => result.advisorySnapshot.id !== 'none')?.advisorySnapshot;
  return {
    advisorySnapshot: snapshot ?? { id: 'none' },
    ...(licenseSnapshot && { licenseSnapshot }),
    ...(pomSnapshot && { pomSnapshot }),
    inventoryDigest: digestOf(byUnit.map((result) => [result.projectUnitId, result.inventoryDigest])),
    policyDigest: scan.policyDigest,
    waiversDigest: digestOf(byUnit.flatMap((result) => result.waivers).toSorted()),
    suppressionsDigest: suppressionsDigestOf(results),
  };
};

/** Judges a scan whose units all have a result. @param gate has the policy that the scan names by its digest. */
export const assembleVerdict = (
  scan: JudgedScan,
  results: readonly UnitResult[],
  {
    policy,
    judgedAt,
    suppressions,
  }: Pick<GateInputs, 'policy' | 'judgedAt'> & Partial<Pick<GateInputs, 'suppressions'>>,
): Verdict => {
  const summary = summaryOf(scan, results);
  const failAnyway = results.reduce((sum, result) => sum + result.failAnyway, 0);
  const skipped = skippedCoverage(scan);
  const all = [...results.flatMap(({ coverage }) => coverage), ...skipped];
  const isIncomplete = incompleteTypes(all, policy, scan).length > 0;
  return {
    ...decideVerdict(summary, policy, { failAnyway, isIncomplete }),
    summary,
    judgedAt,
    ...judgedInputs(scan, results),
    coverage: [...shownCoverage(results), ...skipped],
    missingScanTypes: missingScanTypes(policy, scan),
    ...reportSuppressions(scan, results, suppressions),
  };
};
