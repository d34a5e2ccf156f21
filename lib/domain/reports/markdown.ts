import { severities } from '@scangate/engines/model/severity';
import type { PullRequestCheck } from '../verdict/decide-pull-request-check.ts';
import { countFindings, historyLines, pullRequestSentence } from '../verdict/pull-request-sentence.ts';
import { remedyWithUsage } from './finding-description.ts';
import { coverageLines } from './markdown-coverage.ts';
import { suppressionLines } from './markdown-suppressions.ts';
import { markdownCode, markdownLink, markdownProse } from './markdown-text.ts';
import { counted, oneLine } from './safe-text.ts';
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

/** The report fits into a comment of the usual code hosts, which have room for 65,536 characters. */
const maxRows = 50;
const maxAdvice = 20;
const maxDropped = 10;
const maxRowCharacters = 36_000;
const maxAdviceCharacters = 10_000;

const marks = { PASS: '✅ PASS', FAIL: '❌ FAIL', ERROR: '⚠️ ERROR' } as const;

/** States what the commit changes, and with what it was compared. */
const pullRequestLine = (check: PullRequestCheck): string => {
  const against = check.base.commitHash ?? check.base.scanId ?? '';
  return `Pull request: **${markdownProse(pullRequestSentence(check))}** Compared with ${markdownCode(against)}.`;
};

/** A scan with a base has two judgments; its requester knows which of them decides. */
const headingOf = ({ verdict: { verdict }, pullRequestCheck: check }: ReportSubject['scan']): string =>
  check ? `pull request ${marks[check.verdict]}, commit ${marks[verdict]}` : marks[verdict];

const headLines = ({ scan, repository }: ReportSubject): string[] => {
  const { pullRequestCheck: check } = scan;
  const branch = scan.branch === undefined ? '' : ` on ${markdownCode(oneLine(scan.branch, 100))}`;
  return [
    `## Scangate: ${headingOf(scan)}`,
    '',
    ...(check ? [pullRequestLine(check), ''] : []),
    `${check ? 'Commit: ' : ''}**${markdownProse(verdictSentence(scan.verdict))}**`,
    '',
    `${markdownCode(oneLine(repository.fullName, 200))} at ${markdownCode(scan.commitHash)}${branch}`,
    ...(scan.error === undefined ? [] : ['', markdownProse(oneLine(scan.error, 300))]),
  ];
};

/** Reports other effects of the change, in addition to its findings. */
const changeLines = ({ scan: { pullRequestCheck: check } }: ReportSubject): string[] => {
  if (!check) return [];
  const { coverageDropped } = check;
  const dropped = coverageDropped.slice(0, maxDropped).map(({ dimension, path, reason }) => {
    const where = markdownCode(oneLine(path, 160));
    return `- ${where} (${dimension}): ${markdownProse(oneLine(reason, 120))}`;
  });
  const history = historyLines(check).map((line) => `- ${markdownProse(oneLine(line, 300))}`);
  return [
    ...(dropped.length > 0 ? ['', 'No longer assessed:', '', ...dropped] : []),
    ...(history.length > 0 ? ['', 'In the history of the change:', '', ...history] : []),
  ];
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => ' --- ').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

const summaryLines = (subject: ReportSubject): string[] => {
  const { verdict, summary } = subject.scan.verdict;
  const { licenses, severityThreshold } = summary;
  const found = severityCounts(subject).reduce((sum, [, { total }]) => sum + total, 0);
  // Zeros next to an ERROR would look like a result.
  if (verdict === 'ERROR' && found === 0) return [];
  const bySeverity = severityCounts(subject).map(([name, counts]) => [
    name,
    ...severities.map((severity) => String(counts[severity])),
  ]);
  const ofChange = subject.scan.pullRequestCheck?.severityThreshold;
  return [
    ...(bySeverity.length > 0 ? ['', ...table(['', ...severities], bySeverity)] : []),
    ...(licenses ? ['', licensesSentence(licenses)] : []),
    '',
    thresholdSentence(`**${severityThreshold}**`, subject),
    ...(ofChange
      ? [`Findings that the pull request introduces fail at severity **${ofChange}** or above.`]
      : []),
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
    markdownProse(tolerance ? oneLine(tolerance.text, 240) : oneLine(remedyWithUsage(description), 200)),
  ];
};

const adviceCells = (row: Row, subject: ReportSubject): string[] => [
  markdownCode(oneLine(row.description.subject ?? '', 100)),
  markdownProse(oneLine(row.description.remedy, 200)),
  placeOf(row, subject),
];

const fold = (summary: string, lines: readonly string[]): string[] => [
  '',
  `<details><summary>${summary}</summary>`,
  ...lines,
  '',
  '</details>',
];

const fitting = (rows: readonly string[][], room: number): string[][] =>
  firstThatFit(rows, room, (row) => row.join(' | ').length + 5);

const tableOf = (head: string[], shown: string[][], found: number): string[] => [
  '',
  ...table(head, shown),
  ...(found > shown.length ? ['', `… and ${found - shown.length} more: see the findings of the scan.`] : []),
];

/**
 * The number of findings that a change introduces, some of which the list may not show. Those of its history have no
 * rows.
 */
const introducedOf = ({ introduced, history }: PullRequestCheck, shown: number): number =>
  Math.max(shown, countFindings(introduced) - (history?.secrets.length ?? 0));

/** Shows the findings that a change introduces, and folds the rest. */
const findingLines = (rows: WorstRows, subject: ReportSubject): string[] => {
  if (rows.found === 0) return subject.scan.status === 'completed' ? ['', nothingFound(subject)] : [];
  const list = rows.list();
  const cells = fitting(
    list.map((row) => findingCells(row, subject)),
    maxRowCharacters,
  );
  const head = ['Severity', 'What', 'Package', 'Where', 'What to do'];
  const { pullRequestCheck: check } = subject.scan;
  if (!check?.introducedFingerprints) return tableOf(head, cells, rows.found);
  const shown = list.filter(({ introduced }) => introduced).length;
  const introduced = introducedOf(check, shown);
  const others = rows.found - introduced;
  return [
    ...(introduced > 0 ? tableOf(head, cells.slice(0, shown), introduced) : []),
    ...(others > 0 ? fold(counted(others, 'other finding'), tableOf(head, cells.slice(shown), others)) : []),
  ];
};

const adviceLines = (rows: WorstRows, subject: ReportSubject): string[] => {
  if (rows.found === 0) return [];
  const cells = rows.list().map((row) => adviceCells(row, subject));
  const shown = fitting(cells, maxAdviceCharacters);
  return fold(`Advice: ${rows.found}`, tableOf(['Package', 'Advice', 'Where'], shown, rows.found));
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

/**
 * Writes a summary for a job page or a comment. It shows the worst findings, so that all of it is written at the
 * end.
 */
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
        ...changeLines(subject),
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
