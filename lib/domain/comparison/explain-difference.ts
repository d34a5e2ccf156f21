import type { Finding } from '@scangate/engines/model/finding';
import { isCustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { severityRank } from '@scangate/engines/model/severity';
import { failsGate } from '../reports/finding-description.ts';
import type { UnitFinding } from '../reports/listing/unit-findings.ts';
import { judgmentInputNames, type EngineVersions, type JudgmentInputs } from '../verdict/judgment.ts';
import { reasonKinds } from '../verdict/reason-kinds.ts';
import type { VerdictReason } from '../verdict/verdict.ts';
import { comparedFinding } from './compared-finding.ts';

/** The inputs of a verdict: those of its judgment, and the requested scan types. */
export type ComparedInputs = JudgmentInputs & { scanTypes: string };
export type ComparedInput = keyof ComparedInputs;
export const comparedInputNames = [...judgmentInputNames, 'scanTypes'] as const satisfies ComparedInput[];

/** One of two judged scans. */
export interface JudgedSide {
  reasons: readonly VerdictReason[];
  inputs: ComparedInputs;
  /** Names the commit and the artifact that were scanned. */
  source: string;
  scanTypes: readonly ScanType[];
  policy: GatePolicy;
  engines: EngineVersions;
  findings: readonly UnitFinding[];
  /** The package versions of the scan, by `componentKey`. */
  components: ReadonlySet<string>;
}

/** An input of the two judgments, by its digests. */
export interface InputDifference {
  input: ComparedInput;
  equal: boolean;
  head: string;
  base: string;
}

/** A reason that only one of two scans has, with the inputs that are the cause. */
export interface VerdictDifference {
  reason: VerdictReason;
  /** The scan that has the reason. */
  of: 'head' | 'base';
  causes: { input: ComparedInput; findings: number }[];
}

const purlType = (purl: string | undefined): string => /^pkg:([^/]+)\//.exec(purl ?? '')?.[1] ?? '';

/** Identifies a package version in any file and unit. */
export const componentKey = ({
  name,
  version,
  purl,
}: {
  name: string;
  version?: string;
  purl?: string;
}): string => JSON.stringify([purlType(purl), name, version ?? '']);

const typeOf: Record<Finding['kind'], ScanType> = {
  vulnerability: 'sca',
  source: 'sca',
  license: 'license',
  upgrade: 'dependency-advisor',
  secret: 'secrets',
  code: 'sast',
};

const countingNothing = { counts: () => true, unknownSeverityAs: 'high' } as const;

/** Returns a function that finds the finding of a side that is the same as another one. */
const counterpartIn = ({ findings }: JudgedSide) => {
  const byContent = Map.groupBy(
    findings,
    (finding) => comparedFinding(finding, countingNothing)?.content ?? '',
  );
  return (finding: UnitFinding): UnitFinding | undefined => {
    const one = comparedFinding(finding, countingNothing);
    const same = byContent.get(one?.content ?? '')?.filter((other) => {
      const ids = comparedFinding(other, countingNothing)?.ids;
      return !one?.ids || one.ids.some((id) => ids?.includes(id));
    });
    return same?.find(({ projectUnitId }) => projectUnitId === finding.projectUnitId) ?? same?.[0];
  };
};

/** Returns why the same finding fails one side and not the other. */
const causesOfTolerance = (finding: UnitFinding, other: UnitFinding): ComparedInput[] => {
  if (other.waived) return ['waivers'];
  if (other.suppressed) return [other.suppressed.by === 'policy' ? 'policy' : 'suppressions'];
  const isLower = severityRank(other.severity, 'high') < severityRank(finding.severity, 'high');
  if (!isLower) return ['policy'];
  return finding.kind === 'vulnerability' ? ['advisories', 'policy', 'engines'] : ['policy', 'engines'];
};

/** Other poms resolve a build differently, even if its files are the same. */
const causesOfAbsentComponent = (
  purl: string | undefined,
  [side, other]: readonly [JudgedSide, JudgedSide],
): ComparedInput[] => {
  if (purlType(purl) !== 'maven' || side.inputs.poms === other.inputs.poms) return ['code'];
  return side.source === other.source ? ['poms'] : ['poms', 'code'];
};

/** Returns why the other side lacks a finding altogether. */
const causesOfAbsence = (finding: UnitFinding, sides: readonly [JudgedSide, JudgedSide]): ComparedInput[] => {
  const { components, scanTypes } = sides[1];
  if (!scanTypes.includes(typeOf[finding.kind])) return ['scanTypes'];
  if (finding.kind === 'secret' || finding.kind === 'code')
    return isCustomRule(finding.rule) ? ['policy', 'code', 'engines'] : ['code', 'engines'];
  if (finding.packageName === undefined) return ['code', 'policy', 'engines'];
  const { packageName: name, version, kind } = finding;
  const purl = 'purl' in finding ? finding.purl : undefined;
  const key = componentKey({
    name,
    ...(version !== undefined && { version }),
    ...(purl !== undefined && { purl }),
  });
  if (kind === 'source') return ['code', 'policy', 'engines'];
  if (!components.has(key)) return causesOfAbsentComponent(purl, sides);
  return kind === 'vulnerability' ? ['advisories', 'engines'] : ['policy', 'code', 'engines'];
};

/** Lists the inputs of two judgments and whether they are equal. */
export const inputDifferences = (head: ComparedInputs, base: ComparedInputs): InputDifference[] =>
  comparedInputNames.map((input) => ({
    input,
    equal: head[input] === base[input],
    head: head[input],
    base: base[input],
  }));

/** An engine from which the finding does not come cannot be its cause. */
const engineDiffers = (finding: Finding, head: JudgedSide, base: JudgedSide): boolean => {
  const type = typeOf[finding.kind];
  return JSON.stringify(head.engines[type]) !== JSON.stringify(base.engines[type]);
};

const differencesOf = (
  [side, other]: readonly [JudgedSide, JudgedSide],
  of: VerdictDifference['of'],
  differing: ReadonlySet<ComparedInput>,
): VerdictDifference[] => {
  const counterpart = counterpartIn(other);
  return side.reasons
    .filter((reason) => reason !== 'no_issues_found' && !other.reasons.includes(reason))
    .map((reason): VerdictDifference => {
      const kinds = reasonKinds[reason] ?? [];
      const causes = new Map<ComparedInput, number>();
      const failing = side.findings.filter(
        (finding) => kinds.includes(finding.kind) && failsGate(finding, side.policy),
      );
      for (const finding of failing) {
        const same = counterpart(finding);
        const possible = (
          same ? causesOfTolerance(finding, same) : causesOfAbsence(finding, [side, other])
        ).filter(
          (input) => differing.has(input) && (input !== 'engines' || engineDiffers(finding, side, other)),
        );
        for (const input of possible.length > 0 ? possible : differing)
          causes.set(input, (causes.get(input) ?? 0) + 1);
      }
      if (failing.length === 0) for (const input of differing) causes.set(input, 0);
      const inOrder = comparedInputNames.filter((input) => causes.has(input));
      return { reason, of, causes: inOrder.map((input) => ({ input, findings: causes.get(input) ?? 0 })) };
    });
};

/**
 * Explains each reason that only one of two verdicts has by the inputs that differ. A verdict is a pure function of
 * its inputs: with equal inputs there is no difference, and an equal input is never a cause.
 */
export const explainDifference = (head: JudgedSide, base: JudgedSide): VerdictDifference[] => {
  const differing = new Set(
    inputDifferences(head.inputs, base.inputs).flatMap(({ input, equal }) => (equal ? [] : [input])),
  );
  return [
    ...differencesOf([head, base], 'head', differing),
    ...differencesOf([base, head], 'base', differing),
  ];
};
