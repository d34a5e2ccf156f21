import type { Finding } from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { bySeverity } from '@scangate/engines/model/severity';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import {
  describeFinding,
  effectiveSeverity,
  failsGate,
  type FindingDescription,
} from '@scangate/domain/reports/finding-description';
import { repositoryPath } from '@scangate/domain/reports/report-writer';
import { oneLine } from '@scangate/domain/reports/safe-text';

/** A finding at its line, as plain text. */
export interface CheckAnnotation {
  path: string;
  startLine: number;
  endLine: number;
  level: 'failure' | 'warning' | 'notice';
  title: string;
  message: string;
}

interface Ranked {
  annotation: CheckAnnotation;
  fails: boolean;
  severity: ReturnType<typeof effectiveSeverity>;
  fingerprint: string;
}

/** A reviewer reads no more, and the host accepts 50 per request. */
const mostAnnotations = 150;
const titleLength = 200;
const messageLength = 1_000;

const worstFirst = (a: Ranked, b: Ranked): number =>
  Number(b.fails) - Number(a.fails) ||
  bySeverity(a.severity, b.severity) ||
  (a.fingerprint < b.fingerprint ? -1 : 1);

const levelOf = (fails: boolean, severity: Ranked['severity']): CheckAnnotation['level'] => {
  if (fails) return 'failure';
  return severity === 'low' ? 'notice' : 'warning';
};

const linesOf = ({ line = 1, endLine = line }: Pick<FindingDescription, 'line' | 'endLine'>) => {
  const startLine = Math.max(1, line);
  return { startLine, endLine: Math.max(startLine, endLine) };
};

/** Chooses the findings to show at their lines: those that fail the gate first, then the worst. */
export class AnnotationChooser {
  #chosen: Ranked[] = [];
  readonly #scan: Scan;
  readonly #policy: GatePolicy;

  constructor(scan: Scan, policy: GatePolicy) {
    this.#scan = scan;
    this.#policy = policy;
  }

  add(unit: ScanUnit, findings: readonly Finding[]): void {
    for (const finding of findings) {
      const ranked = this.#ranked(unit, finding);
      if (ranked) this.#chosen.push(ranked);
    }
    this.#chosen = this.#chosen.toSorted(worstFirst).slice(0, mostAnnotations);
  }

  list(): CheckAnnotation[] {
    return this.#chosen.map(({ annotation }) => annotation);
  }

  /** A finding that is waived, suppressed, or in no file of the commit is not shown in a review. */
  #ranked(unit: ScanUnit, finding: Finding): Ranked | undefined {
    const description = describeFinding(finding);
    const path = repositoryPath(this.#scan, unit, description.file);
    if (description.advice || path === '' || finding.waived || finding.suppressed) return undefined;
    const fails = failsGate(finding, this.#policy);
    const severity = effectiveSeverity(finding, this.#policy);
    return {
      fails,
      severity,
      fingerprint: finding.fingerprint,
      annotation: {
        path,
        ...linesOf(description),
        level: levelOf(fails, severity),
        title: oneLine(`${finding.severity}: ${description.ruleTitle}`, titleLength),
        message: oneLine(`${description.message} ${description.remedy}`, messageLength) || 'No text.',
      },
    };
  }
}
