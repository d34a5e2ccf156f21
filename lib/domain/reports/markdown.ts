import { severities } from '@scangate/engines/model/severity';
import { historyLines, pullRequestSentence } from '../verdict/pull-request-sentence.ts';
import { coverageLines } from './markdown-coverage.ts';
import { suppressionLines } from './markdown-suppressions.ts';
import { markdownCode, markdownLink, markdownProse } from './markdown-text.ts';
import { oneLine } from './safe-text.ts';
import type { ReportWriter, ReportSubject } from './report-writer.ts';
import { firstThatFit, licensesSentence, nothingFound, placeOfRow } from './shown/report-texts.ts';
import {
  severityCounts,
  shownRows,
  stateOf,
  thresholdSentence,
  type Row,
  type WorstRows,
} from './shown/worst-rows.ts';
import { verdictSentence } from './verdict-sentence.ts';
import { toleranceOf } from './tolerated.ts';

/** The report fits a comment of the usual code hosts, which have room for 65,536 characters. */
const maxRows = 50;
const maxAdvice = 20;
const maxDropped = 10;
const maxRowCharacters = 36_000;
const maxAdviceCharacters = 10_000;

const marks = { PASS: '✅ PASS', FAIL: '❌ FAIL', ERROR: '⚠️ ERROR' } as const;

const headLines = ({ scan, repository }: ReportSubject): string[] => {
  const { verdict } = scan.verdict;
  const branch = scan.branch === undefined ? '' : ` on ${markdownCode(oneLine(scan.branch, 100))}`;
  return [
    `## Scangate: ${marks[verdict]}`,
    '',
    `**${markdownProse(verdictSentence(scan.verdict))}**`,
    '',
    `${markdownCode(oneLine(repository.fullName, 200))} at ${markdownCode(scan.commitHash)}${branch}`,
    ...(scan.error === undefined ? [] : ['', markdownProse(oneLine(scan.error, 300))]),
  ];
};

/** Says what the commit changes, when the scan was compared with a base. */
const pullRequestLines = ({ scan: { pullRequestCheck: check } }: ReportSubject): string[] => {
  if (!check) return [];
  const { base, coverageDropped } = check;
  const against = base.commitHash ?? base.scanId ?? '';
  const dropped = coverageDropped.slice(0, maxDropped).map(({ dimension, path, reason }) => {
    const where = markdownCode(oneLine(path, 160));
    return `- ${where} (${dimension}): ${markdownProse(oneLine(reason, 120))}`;
  });
  const history = historyLines(check).map((line) => `- ${markdownProse(oneLine(line, 300))}`);
  return [
    '',
    `Pull request: **${markdownProse(pullRequestSentence(check))}** Compared with ${markdownCode(against)}.`,
    ...(dropped.length > 0 ? ['', 'Not assessed any more:', '', ...dropped] : []),
    ...(history.length > 0 ? ['', 'In the history of the change:', '', ...history] : []),
  ];
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => ' --- ').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

const summaryLines = (subject: ReportSubject): string[] => {
  const { licenses, severityThreshold } = subject.scan.verdict.summary;
  const counted = severityCounts(subject).map(([name, counts]) => [
    name,
    ...severities.map((severity) => String(counts[severity])),
  ]);
  return [
    ...(counted.length > 0 ? ['', ...table(['', ...severities], counted)] : []),
    ...(licenses ? ['', licensesSentence(licenses)] : []),
    '',
    thresholdSentence(`**${severityThreshold}**`, subject),
  ];
};

const placeOf = (row: Row, subject: ReportSubject): string =>
  markdownCode(oneLine(placeOfRow(row, subject), 160));

const findingCells = (row: Row, subject: ReportSubject): string[] => {
  const { finding, description, failing } = row;
  const tolerance = toleranceOf(finding);
  const state = stateOf(row);
  const known = description.cveId === undefined ? '' : ` (${markdownCode(oneLine(description.cveId, 40))})`;
  const what = markdownLink(markdownCode(oneLine(description.ruleId, 60)), description.helpUri) + known;
  return [
    failing ? `**${state}**` : state,
    `${what} ${markdownProse(oneLine(description.ruleTitle, 120))}`,
    markdownCode(oneLine(description.subject ?? '', 100)),
    placeOf(row, subject),
    markdownProse(finding.waived ? oneLine(tolerance?.text ?? '', 240) : oneLine(description.remedy, 120)),
  ];
};

const adviceCells = (row: Row, subject: ReportSubject): string[] => [
  markdownCode(oneLine(row.description.subject ?? '', 100)),
  markdownProse(oneLine(row.description.remedy, 200)),
  placeOf(row, subject),
];

const fitting = (rows: readonly string[][], room: number): string[][] =>
  firstThatFit(rows, room, (row) => row.join(' | ').length + 5);

const tableOf = (head: string[], shown: string[][], found: number): string[] => [
  '',
  ...table(head, shown),
  ...(found > shown.length ? ['', `… and ${found - shown.length} more: see the findings of the scan.`] : []),
];

const findingLines = (rows: WorstRows, subject: ReportSubject): string[] => {
  if (rows.found === 0) return subject.scan.status === 'completed' ? ['', nothingFound(subject)] : [];
  const cells = rows.list().map((row) => findingCells(row, subject));
  return tableOf(
    ['Severity', 'What', 'Package', 'Where', 'What to do'],
    fitting(cells, maxRowCharacters),
    rows.found,
  );
};

const adviceLines = (rows: WorstRows, subject: ReportSubject): string[] => {
  if (rows.found === 0) return [];
  const cells = rows.list().map((row) => adviceCells(row, subject));
  return tableOf(['Package', 'Advice', 'Where'], fitting(cells, maxAdviceCharacters), rows.found);
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

/** A summary for a job page or a comment. It shows the worst findings, so that all of it is written at the end. */
export const markdownReport = (subject: ReportSubject): ReportWriter => {
  const { findings, advice, add } = shownRows(subject, { findings: maxRows, advice: maxAdvice });
  return {
    head: () => '',
    unit(unit, found) {
      add(unit, found);
      return [];
    },
    *tail() {
      yield [
        ...headLines(subject),
        ...pullRequestLines(subject),
        ...summaryLines(subject),
        ...findingLines(findings, subject),
        ...adviceLines(advice, subject),
        ...coverageLines(subject),
        ...suppressionLines(subject),
        ...footLines(subject),
      ].join('\n');
    },
  };
};
