import type { ScanUnit } from '../records.ts';
import type { Coverage, Finding } from '../scans/finding.ts';
import { bySeverity, severities } from '../scans/severity.ts';
import { closesGate, countedSeverity, factsOf } from './finding-facts.ts';
import { codeOf, linkTo, proseOf } from './markdown-text.ts';
import { oneLine } from './one-line.ts';
import { repositoryPath, unitName, type Report, type ReportSubject } from './report.ts';

/** So many rows at most, and no more than leaves room in a comment of the usual code hosts (65,536 characters). */
const mostRows = 50;
const roomForRows = 45_000;
const mostGaps = 20;

interface Row {
  finding: Finding;
  unit: ScanUnit;
  closes: boolean;
}

/** What closes the gate first, then by severity, then as it was found: the same scan gives the same text. */
const worstFirst = ({ scan: { policy } }: ReportSubject) => {
  const weight = ({ finding, closes }: Row): number => (closes ? 2 : finding.suppressed ? 0 : 1);
  return (a: Row, b: Row): number =>
    weight(b) - weight(a) ||
    bySeverity(countedSeverity(a.finding, policy), countedSeverity(b.finding, policy)) ||
    (a.finding.fingerprint < b.finding.fingerprint ? -1 : 1);
};

const marks = { PASS: '✅ PASS', FAIL: '❌ FAIL', ERROR: '⚠️ ERROR' } as const;

const shortened = (text: string, most: number): string => oneLine(text, most);

const headLines = ({ scan, repository }: ReportSubject): string[] => {
  const { verdict, reasons, errorCode } = scan.verdict;
  const because = errorCode ?? reasons.join(', ').replaceAll('_', ' ');
  const branch = scan.branch === undefined ? '' : ` on ${codeOf(shortened(scan.branch, 100))}`;
  return [
    `## Scangate: ${marks[verdict]}`,
    '',
    `${codeOf(because)} – ${codeOf(shortened(repository.fullName, 200))} at ${codeOf(scan.commitHash)}${branch}`,
    ...(scan.error === undefined ? [] : ['', proseOf(shortened(scan.error, 300))]),
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
  return [
    ...(counted.length > 0 ? ['', ...table(['', ...severities], counted)] : []),
    ...(licenses
      ? [
          '',
          `Licences: ${licenses.nonCompliant} not compliant, ${licenses.unknown} unknown, ${licenses.compliant} compliant.`,
        ]
      : []),
    '',
    `The gate closes at severity **${severityThreshold}**.`,
  ];
};

const cells = ({ finding, unit, closes }: Row, { scan }: ReportSubject): string[] => {
  const facts = factsOf(finding);
  const path = repositoryPath(scan, unit, facts.file);
  const place = facts.line === undefined ? path : `${path}:${facts.line}`;
  const what = linkTo(codeOf(shortened(facts.ruleId, 60)), facts.helpUri);
  const state = finding.suppressed ? `${finding.severity}, suppressed` : finding.severity;
  return [
    closes ? `**${state}**` : state,
    `${what}${facts.ruleTitle === facts.ruleId ? '' : ` ${proseOf(shortened(facts.ruleTitle, 120))}`}`,
    codeOf(shortened(facts.subject ?? '', 100)),
    codeOf(shortened(place, 160)),
    proseOf(shortened(facts.remedy, 120)),
  ];
};

/** As many rows as there is room for, from the first. */
const fitting = (rows: readonly string[][]): string[][] => {
  let room = roomForRows;
  const end = rows.findIndex((row) => (room -= row.join(' | ').length + 5) < 0);
  return end < 0 ? [...rows] : rows.slice(0, end);
};

const rowLines = (rows: readonly Row[], found: number, subject: ReportSubject): string[] => {
  if (rows.length === 0) return subject.scan.status === 'completed' ? ['', 'Nothing was found.'] : [];
  const shown = fitting(rows.map((row) => cells(row, subject)));
  const more = found - shown.length;
  return [
    '',
    ...table(['Severity', 'What', 'Package', 'Where', 'What to do'], shown),
    ...(more > 0 ? ['', `… and ${more} more: see the findings of the scan.`] : []),
  ];
};

const gapLine = (
  path: string,
  { scanType, status }: Coverage,
  gaps: readonly Coverage['gaps'][number][],
): string[] =>
  gaps.map(({ reason, file, count = 1 }) => {
    const where = file === undefined ? '' : ` ${codeOf(shortened(file, 160))}`;
    return `- ${codeOf(shortened(path, 160))} ${scanType} (${status}): ${proseOf(shortened(reason, 200))}${where}${count > 1 ? ` ×${count}` : ''}`;
  });

/** Nothing found is not clean: what was not looked at is said with it, the worst first. */
const coverageLines = ({ scan }: ReportSubject): string[] => {
  const paths = new Map(scan.units.map((unit) => [unit.projectUnitId, unitName(unit)]));
  const incomplete = scan.verdict.coverage.filter(({ status }) => status !== 'assessed');
  const lines = incomplete
    .toSorted((a, b) => Number(b.status === 'unassessed') - Number(a.status === 'unassessed'))
    .flatMap((entry) => gapLine(paths.get(entry.projectUnitId) ?? '.', entry, entry.gaps));
  if (lines.length === 0) return [];
  const more = lines.length - mostGaps;
  return [
    '',
    '<details><summary>What was not assessed</summary>',
    '',
    ...lines.slice(0, mostGaps),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    '',
    '</details>',
  ];
};

const footLines = ({ scan }: ReportSubject): string[] => {
  const { advisorySnapshot, judgedAt } = scan.verdict;
  return [
    '',
    `<sub>Scan ${codeOf(scan.scanId)}, judged ${codeOf(judgedAt)} by the advisories ${codeOf(advisorySnapshot.id)}.</sub>`,
    '',
  ];
};

/** A summary for a job's page or a comment. It shows the worst; nothing of it is written before all was seen. */
export const markdownReport = (subject: ReportSubject): Report => {
  const inOrder = worstFirst(subject);
  let rows: Row[] = [];
  let found = 0;
  const keepWorst = () => (rows = rows.sort(inOrder).slice(0, mostRows));
  return {
    head: () => '',
    unit(unit, findings) {
      for (const finding of findings) {
        found += 1;
        rows.push({ finding, unit, closes: closesGate(finding, subject.scan.policy) });
        if (rows.length > mostRows * 20) keepWorst();
      }
      keepWorst();
      return [];
    },
    *tail() {
      yield [
        ...headLines(subject),
        ...summaryLines(subject),
        ...rowLines(rows, found, subject),
        ...coverageLines(subject),
        ...footLines(subject),
      ].join('\n');
    },
  };
};
