import { digestOf } from '@scangate/engines/model/digest';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { UnitResult } from '@scangate/engines/model/results';
import type { ActiveWaiver } from '@scangate/engines/model/gate/waiver';
import type { ScanType } from '@scangate/engines/model/scan-type';
import type { Instant } from '../records.ts';
import type { Verdict } from './verdict.ts';

/** The most judgments that are kept beside the first verdict of a scan; the oldest make room. */
export const maxJudgments = 20;

/** Everything that a judgment depends on, by digest. Equal inputs give an equal judgment. */
export interface JudgmentInputs {
  code: string;
  /** The published poms that builds of Maven and Gradle were resolved by. */
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

/** A later judgment of what a scan assessed. The first verdict stays as it is. */
export interface Judgment {
  /** Names the inputs; one judgment for each. */
  inputsDigest: string;
  judgedAt: Instant;
  verdict: 'PASS' | 'FAIL';
  reason: Verdict['reason'];
  reasons: Verdict['reasons'];
  summary: Verdict['summary'];
  advisorySnapshot: Verdict['advisorySnapshot'];
  /** The poms of the scan: what it resolved is judged again, and resolved by a new scan alone. */
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

/** A policy that ignores what is not fixed for some days depends on the day, as far as something counts since. */
const countedToday = ({ policy }: GateInputs, results: readonly UnitResult[]) =>
  policy.ignore?.unfixable === undefined ? '' : results.map(({ counts, failAnyway }) => [counts, failAnyway]);

/** The waivers that cover a finding: one that covers nothing of the scan is no input of its judgment. */
export const usedWaivers = ({ waivers }: GateInputs, results: readonly UnitResult[]): ActiveWaiver[] => {
  const used = new Set(results.flatMap((result) => result.waivers));
  return waivers
    .filter(({ waiverId }) => used.has(waiverId))
    .toSorted((a, b) => (a.waiverId < b.waiverId ? -1 : 1));
};

/** The entries in force, what they and the reviewed comments suppress, and what the reviewed side has found. */
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
      // Which files the commit changes is a fact of the commit, not of what the reviewed side suppresses.
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

/** Adds a judgment to those of a scan, newest last; the oldest beyond the limit go. */
export const withJudgment = (judgments: readonly Judgment[], one: Judgment): Judgment[] =>
  [...judgments, one].slice(-maxJudgments);
