import type { Finding } from '@scangate/engines/model/finding';
import { bySeverity } from '@scangate/engines/model/severity';
import type { ScanUnit } from '@scangate/domain/records';
import {
  describeFinding,
  effectiveSeverity,
  failsGate,
  type FindingDescription,
} from '../finding-description.ts';
import type { ReportSubject } from '../report-writer.ts';
import { toleranceOf } from '../tolerated.ts';
import { usageRank } from '../import-usage-text.ts';

/** A finding as reports for people show it. */
export interface Row {
  finding: Finding;
  description: FindingDescription;
  unit: ScanUnit;
  failing: boolean;
  /** Whether the change introduces it; absent for a scan without a comparison. */
  introduced?: boolean;
}

const usageRankOf = ({ finding }: Row): number =>
  usageRank(finding.kind === 'vulnerability' ? finding.usage : undefined);

/**
 * Orders introduced findings first, then findings that fail the gate, other findings, advice, and tolerated ones;
 * within each by severity, and within one severity by exploitation and use by the code. The order is total: the same
 * scan gives the same text.
 */
const worstFirst = ({ policy }: Pick<ReportSubject, 'policy'>) => {
  const weight = ({ finding, description, failing }: Row): number => {
    if (failing) return 3;
    if (toleranceOf(finding)) return 0;
    return description.advice ? 1 : 2;
  };
  return (a: Row, b: Row): number =>
    Number(b.introduced ?? false) - Number(a.introduced ?? false) ||
    weight(b) - weight(a) ||
    bySeverity(effectiveSeverity(a.finding, policy), effectiveSeverity(b.finding, policy)) ||
    Number(b.description.exploited ?? false) - Number(a.description.exploited ?? false) ||
    usageRankOf(a) - usageRankOf(b) ||
    (a.finding.fingerprint < b.finding.fingerprint ? -1 : 1);
};

/** The number of rows that are held in addition to the worst ones, so that sorting is rare. */
const spare = 5000;

/** Keeps the worst rows of many, without having all of them in memory. */
export class WorstRows<R extends Row = Row> {
  found = 0;
  #rows: R[] = [];
  readonly #limit: number;
  readonly #compare: (a: Row, b: Row) => number;

  constructor(limit: number, subject: ReportSubject) {
    this.#limit = limit;
    this.#compare = worstFirst(subject);
  }

  add(row: R): void {
    this.found += 1;
    this.#rows.push(row);
    if (this.#rows.length > this.#limit + spare) this.#rows = this.list();
  }

  list(): R[] {
    return this.#rows.sort(this.#compare).slice(0, this.#limit);
  }
}

/** The findings and the advice of a scan, the worst first. */
export const shownRows = (subject: ReportSubject, limits: { findings: number; advice: number }) => {
  const findings = new WorstRows(limits.findings, subject);
  const advice = new WorstRows(limits.advice, subject);
  const ofChange = new Set(subject.scan.pullRequestCheck?.introducedFingerprints);
  const add = (unit: ScanUnit, found: readonly Finding[]): void => {
    for (const finding of found) {
      const description = describeFinding(finding);
      const introduced = ofChange.has(finding.fingerprint) && !toleranceOf(finding);
      const row = { finding, description, unit, failing: failsGate(finding, subject.policy), introduced };
      (description.advice ? advice : findings).add(row);
    }
  };
  return { findings, advice, add };
};

/** Describes the state of a finding: its severity, and other facts that decide about it. */
export const stateOf = ({ finding, description, introduced }: Row): string => {
  const tolerance = toleranceOf(finding);
  return [
    finding.severity,
    ...(introduced ? ['introduced'] : []),
    ...(tolerance ? [tolerance.kind] : []),
    ...(description.audit ? ['audit'] : []),
    ...(description.exploited ? ['exploited'] : []),
  ].join(', ');
};

/** The number of findings by severity, of each dimension that was requested. */
export const severityCounts = ({ scan }: ReportSubject) => {
  const { vulnerabilities, secrets } = scan.verdict.summary;
  return [
    ...(vulnerabilities ? [['Vulnerabilities', vulnerabilities] as const] : []),
    ...(secrets ? [['Secrets', secrets] as const] : []),
  ];
};

/** States the severity from which the gate fails. */
export const thresholdSentence = (threshold: string, { scan, policy }: ReportSubject): string => {
  const { vulnerabilities } = scan.verdict.summary;
  const unknown = vulnerabilities && vulnerabilities.unknown > 0;
  const note = unknown ? ` An unknown severity counts as ${policy.unknownSeverityAs}.` : '';
  return `The gate fails at severity ${threshold} or above.${note}`;
};
