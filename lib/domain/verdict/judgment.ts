import { digestOf } from '@scangate/engines/model/digest';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { UnitResult } from '@scangate/engines/model/results';
import type { ActiveWaiver } from '@scangate/engines/model/gate/waiver';
import type { ScanType } from '@scangate/engines/model/scan-type';
import type { Instant } from '../records.ts';
import type { Verdict } from './verdict.ts';

/** The limit of judgments that are kept in addition to the first verdict of a scan; the oldest are dropped. */
export const maxJudgments = 20;

/** Everything on which a judgment depends, by digest. Equal inputs give an equal judgment. */
export interface JudgmentInputs {
  code: string;
  /** The published poms by which Maven and Gradle builds were resolved. */
  poms: string;
  advisories: string;
  policy: string;
  suppressions: string;
  waivers: string;
  engines: string;
}
export const judgmentInputNames = [
  'code',
  'poms',
  'advisories',
  'policy',
  'suppressions',
  'waivers',
  'engines',
] as const satisfies (keyof JudgmentInputs)[];

/** The versions of the engines that assessed and judged the units. */
export type EngineVersions = Partial<Record<ScanType, string[]>>;

/** A later judgment of a scan's assessment. The first verdict is kept unchanged. */
export interface Judgment {
  /** Names the inputs; there is one judgment for each. */
  inputsDigest: string;
  judgedAt: Instant;
  verdict: 'PASS' | 'FAIL';
  reason: Verdict['reason'];
  reasons: Verdict['reasons'];
  summary: Verdict['summary'];
  advisorySnapshot: Verdict['advisorySnapshot'];
  /** The poms of the scan: its resolved dependencies are judged again, but only a new scan resolves them again. */
  pomSnapshot?: NonNullable<Verdict['pomSnapshot']>;
  inventoryDigest: string;
  policyDigest: string;
  suppressionsDigest: string;
  waiversDigest: string;
}

/** Collects the versions of the engines of all units. */
export const engineVersionsOf = (results: readonly Pick<UnitResult, 'engines'>[]): EngineVersions => {
  const versions = new Map<ScanType, Set<string>>();
  for (const { engines } of results)
    for (const [type, version] of Object.entries(engines) as [ScanType, string][])
      versions.set(type, (versions.get(type) ?? new Set()).add(version));
  return Object.fromEntries(
    [...versions].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([type, all]) => [type, [...all].toSorted()]),
  );
};

/**
 * A policy that ignores unfixed vulnerabilities for some days depends on the day, at least once something counts
 * because of it.
 */
const countedToday = ({ policy }: GateInputs, results: readonly UnitResult[]) =>
  policy.ignore?.unfixable === undefined ? '' : results.map(({ counts, failAnyway }) => [counts, failAnyway]);

/** The waivers that cover a finding: a waiver that covers nothing in the scan is not an input of its judgment. */
export const usedWaivers = ({ waivers }: GateInputs, results: readonly UnitResult[]): ActiveWaiver[] => {
  const used = new Set(results.flatMap((result) => result.waivers));
  return waivers
    .filter(({ waiverId }) => used.has(waiverId))
    .toSorted((a, b) => (a.waiverId < b.waiverId ? -1 : 1));
};

/**
 * The entries in force, the findings that they and the reviewed comments suppress, and the findings of the reviewed
 * side.
 */
const usedSuppressions = (
  { suppressions: { mode, own, entries, comments }, reviewedFindings }: GateInputs,
  results: readonly UnitResult[],
) => [
  mode,
  mode === 'commit' ? own : entries,
  comments,
  reviewedFindings ? [reviewedFindings.detections, reviewedFindings.commented ?? []] : [],
  results.flatMap(({ suppressions }) => suppressions.suppressed).toSorted(),
];

/** Names everything that the judgment of these units depends on. */
export const judgmentInputs = (gate: GateInputs, results: readonly UnitResult[]): JudgmentInputs => {
  const byUnit = results.toSorted((a, b) => (a.projectUnitId < b.projectUnitId ? -1 : 1));
  return {
    code: digestOf([
      byUnit.map(({ projectUnitId, inventoryDigest }) => [projectUnitId, inventoryDigest]),
      // Which files the commit changes is a fact of the commit, rather than of the suppressions on the reviewed
      // side.
      [gate.reviewedFindings?.changed ?? [], gate.reviewedFindings?.complete ?? true],
    ]),
    poms: digestOf([...new Set(byUnit.flatMap(({ pomSnapshot }) => pomSnapshot?.id ?? []))].toSorted()),
    advisories: digestOf([...new Set(byUnit.map(({ advisorySnapshot }) => advisorySnapshot.id))].toSorted()),
    policy: digestOf([gate.policy, countedToday(gate, byUnit)]),
    suppressions: digestOf(usedSuppressions(gate, results)),
    waivers: digestOf(usedWaivers(gate, results)),
    engines: digestOf(engineVersionsOf(results)),
  };
};

/** Reduces a verdict to a judgment. */
export const judgmentOf = (
  { verdict, ...of }: Verdict,
  { inputs, policyDigest }: { inputs: JudgmentInputs; policyDigest: string },
): Judgment => ({
  inputsDigest: digestOf(inputs),
  judgedAt: of.judgedAt,
  verdict: verdict === 'PASS' ? 'PASS' : 'FAIL',
  reason: of.reason,
  reasons: of.reasons,
  summary: of.summary,
  advisorySnapshot: of.advisorySnapshot,
  ...(of.pomSnapshot && { pomSnapshot: of.pomSnapshot }),
  inventoryDigest: of.inventoryDigest,
  policyDigest,
  suppressionsDigest: of.suppressionsDigest,
  waiversDigest: of.waiversDigest,
});

/** Adds a judgment to those of a scan, newest last; the oldest beyond the limit are dropped. */
export const withJudgment = (judgments: readonly Judgment[], one: Judgment): Judgment[] =>
  [...judgments, one].slice(-maxJudgments);
