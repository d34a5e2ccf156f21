import type { ScanUnit } from '../records.ts';
import type { Finding } from '@scangate/engines/model/finding';
import { bySeverity, severities } from '@scangate/engines/model/severity';
import {
  failsGate,
  effectiveSeverity,
  describeFinding,
  type FindingDescription,
} from './finding-description.ts';
import { coverageLines } from './markdown-coverage.ts';
import { markdownCode, markdownLink, markdownProse } from './markdown-text.ts';
import { oneLine } from './safe-text.ts';
import { repositoryPath, type ReportWriter, type ReportSubject } from './report-writer.ts';

/** So many rows at most, and no more than leaves room in a comment of the usual code hosts (65,536 characters). */
const mostRows = 50;
const mostAdvice = 20;
const roomForRows = 36_000;
const roomForAdvice = 10_000;

interface Row {
  finding: Finding;
  facts: FindingDescription;
  unit: ScanUnit;
  closes: boolean;
}

/** What closes the gate first, then by severity: the same scan gives the same text. */
const worstFirst = ({ scan: { policy } }: ReportSubject) => {
  const weight = ({ finding, closes }: Row): number => (closes ? 2 : finding.suppressed ? 0 : 1);
  return (a: Row, b: Row): number =>
    weight(b) - weight(a) ||
    bySeverity(effectiveSeverity(a.finding, policy), effectiveSeverity(b.finding, policy)) ||
    Number(b.facts.exploited ?? false) - Number(a.facts.exploited ?? false) ||
    (a.finding.fingerprint < b.finding.fingerprint ? -1 : 1);
};

/** The worst of many, without all of them in memory. */
class WorstRows {
  found = 0;
  #rows: Row[] = [];
  readonly #most: number;
  readonly #inOrder: (a: Row, b: Row) => number;

  constructor(most: number, subject: ReportSubject) {
    this.#most = most;
    this.#inOrder = worstFirst(subject);
  }

  add(row: Row): void {
    this.found += 1;
    this.#rows.push(row);
    if (this.#rows.length > this.#most * 20) this.#rows = this.list();
  }

  list(): Row[] {
    return this.#rows.sort(this.#inOrder).slice(0, this.#most);
  }
}

const marks = { PASS: '✅ PASS', FAIL: '❌ FAIL', ERROR: '⚠️ ERROR' } as const;

const headLines = ({ scan, repository }: ReportSubject): string[] => {
  const { verdict, reasons, errorCode } = scan.verdict;
  const because = (errorCode ? [errorCode] : reasons).join(', ').replaceAll('_', ' ');
  const branch = scan.branch === undefined ? '' : ` on ${markdownCode(oneLine(scan.branch, 100))}`;
  return [
    `## Scangate: ${marks[verdict]}`,
    '',
    `**${because}** – ${markdownCode(oneLine(repository.fullName, 200))} at ${markdownCode(scan.commitHash)}${branch}`,
    ...(scan.error === undefined ? [] : ['', markdownProse(oneLine(scan.error, 300))]),
  ];
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => ' --- ').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

const summaryLines = ({ scan }: ReportSubject): string[] => {
  const { vulnerabilities, secrets, licenses, severityThreshold } = scan.verdict.summary;
  const counted = [
    ...(vulnerabilities ? [['Vulnerabilities', vulnerabilities] as const] : []),
    ...(secrets ? [['Secrets', secrets] as const] : []),
  ].map(([name, counts]) => [name, ...severities.map((severity) => String(counts[severity]))]);
  const { nonCompliant, unknown, compliant } = licenses ?? {};
  const unstated =
    vulnerabilities && vulnerabilities.unknown > 0
      ? ` An unknown severity counts as ${scan.policy.unknownSeverityAs}.`
      : '';
  return [
    ...(counted.length > 0 ? ['', ...table(['', ...severities], counted)] : []),
    ...(licenses
      ? ['', `Licences: ${nonCompliant} not compliant, ${unknown} unknown, ${compliant} compliant.`]
      : []),
    '',
    `The gate closes at severity **${severityThreshold}**.${unstated}`,
  ];
};

const placeOf = ({ facts: { file, line }, unit }: Row, { scan }: ReportSubject): string => {
  const path = repositoryPath(scan, unit, file);
  return markdownCode(oneLine(line === undefined ? path : `${path}:${line}`, 160));
};

const findingCells = (row: Row, subject: ReportSubject): string[] => {
  const { finding, facts, closes } = row;
  const state = [
    finding.severity,
    ...(finding.suppressed ? ['suppressed'] : []),
    ...(facts.exploited ? ['exploited'] : []),
  ].join(', ');
  const known = facts.cveId === undefined ? '' : ` (${markdownCode(oneLine(facts.cveId, 40))})`;
  const what = markdownLink(markdownCode(oneLine(facts.ruleId, 60)), facts.helpUri) + known;
  return [
    closes ? `**${state}**` : state,
    `${what} ${markdownProse(oneLine(facts.ruleTitle, 120))}`,
    markdownCode(oneLine(facts.subject ?? '', 100)),
    placeOf(row, subject),
    markdownProse(oneLine(facts.remedy, 120)),
  ];
};

const adviceCells = (row: Row, subject: ReportSubject): string[] => [
  markdownCode(oneLine(row.facts.subject ?? '', 100)),
  markdownProse(oneLine(row.facts.remedy, 200)),
  placeOf(row, subject),
];

/** As many rows as there is room for, from the first. */
const fitting = (rows: readonly string[][], room: number): string[][] => {
  let left = room;
  const end = rows.findIndex((row) => (left -= row.join(' | ').length + 5) < 0);
  return end < 0 ? [...rows] : rows.slice(0, end);
};

const tableOf = (head: string[], shown: string[][], found: number): string[] => [
  '',
  ...table(head, shown),
  ...(found > shown.length ? ['', `… and ${found - shown.length} more: see the findings of the scan.`] : []),
];

const findingLines = (rows: WorstRows, subject: ReportSubject): string[] => {
  if (rows.found === 0) return subject.scan.status === 'completed' ? ['', 'Nothing was found.'] : [];
  const cells = rows.list().map((row) => findingCells(row, subject));
  return tableOf(
    ['Severity', 'What', 'Package', 'Where', 'What to do'],
    fitting(cells, roomForRows),
    rows.found,
  );
};

const adviceLines = (rows: WorstRows, subject: ReportSubject): string[] => {
  if (rows.found === 0) return [];
  const cells = rows.list().map((row) => adviceCells(row, subject));
  return tableOf(['Package', 'Advice', 'Where'], fitting(cells, roomForAdvice), rows.found);
};

const footLines = ({ scan }: ReportSubject): string[] => {
  const { advisorySnapshot, judgedAt } = scan.verdict;
  const snapshot = markdownCode(advisorySnapshot.id.slice(0, 12));
  return [
    '',
    `<sub>Scan ${markdownCode(scan.scanId)}, judged ${markdownCode(judgedAt)} by advisories ${snapshot}.</sub>`,
    '',
  ];
};

/** A summary for a job's page or a comment. It shows the worst; nothing of it is written before all was seen. */
export const markdownReport = (subject: ReportSubject): ReportWriter => {
  const found = new WorstRows(mostRows, subject);
  const advice = new WorstRows(mostAdvice, subject);
  return {
    head: () => '',
    unit(unit, findings) {
      for (const finding of findings) {
        const facts = describeFinding(finding);
        const row = { finding, facts, unit, closes: failsGate(finding, subject.scan.policy) };
        (facts.advice ? advice : found).add(row);
      }
      return [];
    },
    *tail() {
      yield [
        ...headLines(subject),
        ...summaryLines(subject),
        ...findingLines(found, subject),
        ...adviceLines(advice, subject),
        ...coverageLines(subject),
        ...footLines(subject),
      ].join('\n');
    },
  };
};
