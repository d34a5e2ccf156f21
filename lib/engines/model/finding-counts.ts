import { severities, type Severity } from './severity.ts';

/** The findings of one unit, counted; small enough to travel through the workflow's state. */
export interface FindingCounts {
  /** Vulnerable dependencies by severity, without suppressed ones. */
  dependencies: Record<Severity, number>;
  code: Record<Severity, number>;
  secrets: Record<Severity, number>;
  licenses: { compliant: number; nonCompliant: number; unknown: number; total: number };
}

export const noSeverities = (): Record<Severity, number> => ({
  critical: 0,
  high: 0,
  medium: 0,
  low: 0,
  unknown: 0,
});

export const noCounts = (): FindingCounts => ({
  dependencies: noSeverities(),
  code: noSeverities(),
  secrets: noSeverities(),
  licenses: { compliant: 0, nonCompliant: 0, unknown: 0, total: 0 },
});

/** Adds the second record to the first, in place. */
export const addSeverities = (into: Record<Severity, number>, more: Record<Severity, number>): void => {
  for (const severity of severities) into[severity] += more[severity];
};

export const sumCounts = (parts: readonly FindingCounts[]): FindingCounts => {
  const sum = noCounts();
  for (const part of parts) {
    addSeverities(sum.dependencies, part.dependencies);
    addSeverities(sum.code, part.code);
    addSeverities(sum.secrets, part.secrets);
    sum.licenses.compliant += part.licenses.compliant;
    sum.licenses.nonCompliant += part.licenses.nonCompliant;
    sum.licenses.unknown += part.licenses.unknown;
    sum.licenses.total += part.licenses.total;
  }
  return sum;
};
