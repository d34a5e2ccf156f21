import { severities } from '@scangate/engines/model/severity';
import { historyLines, pullRequestSentence } from '@scangate/domain/verdict/pull-request-sentence';
import { remedyWithUsage } from '../finding-description.ts';
import type { ReportSubject, ReportWriter } from '../report-writer.ts';
import { gapsOf } from '../shown/coverage-gaps.ts';
import { licensesSentence, nothingFound, placeOfRow } from '../shown/report-texts.ts';
import {
  severityCounts,
  shownRows,
  stateOf,
  thresholdSentence,
  type Row,
  type WorstRows,
} from '../shown/worst-rows.ts';
import { toleranceOf } from '../tolerated.ts';
import { verdictSentence } from '../verdict-sentence.ts';
import {
  fittingRows,
  htmlCode,
  htmlHead,
  htmlRow,
  htmlSection,
  htmlTable,
  htmlTail,
  htmlText,
  moreOf,
} from './html-text.ts';

/** The page stays below 2 MB, whatever its content. */
const limits = { findings: 2000, advice: 200, gaps: 200 } as const;
const maxBytes = { findings: 1_400_000, advice: 150_000, gaps: 150_000 } as const;

const paragraph = (html: string): string => (html === '' ? '' : `<p>${html}</p>\n`);

const headOf = ({ scan, repository }: ReportSubject): string => {
  const { verdict } = scan.verdict;
  const branch = scan.branch === undefined ? '' : ` on ${htmlCode(scan.branch, 100)}`;
  return [
    htmlHead(`Scangate: ${verdict} ${repository.fullName}`),
    `<h1>Scangate: ${verdict}</h1>\n`,
    paragraph(`<strong>${htmlText(verdictSentence(scan.verdict))}</strong>`),
    paragraph(`${htmlCode(repository.fullName, 200)} at ${htmlCode(scan.commitHash)}${branch}`),
    paragraph(scan.error === undefined ? '' : htmlText(scan.error, 300)),
    paragraph(
      'This page is informational and not signed. The attestation next to it covers the evidence: <code>npm run verify-verdict</code> checks it.',
    ),
  ].join('');
};

const pullRequestOf = ({ scan: { pullRequestCheck: check } }: ReportSubject): string => {
  if (!check) return '';
  const against = check.base.commitHash ?? check.base.scanId ?? '';
  const dropped = check.coverageDropped.map(
    ({ dimension, path, reason }) => `${path} (${dimension}) is not assessed any more: ${reason}`,
  );
  const lines = [...dropped, ...historyLines(check)].slice(0, limits.gaps);
  return htmlSection(
    'Pull request',
    paragraph(
      `<strong>${htmlText(pullRequestSentence(check))}</strong> Compared with ${htmlCode(against)}.`,
    ) +
      (lines.length > 0
        ? `<ul>\n${lines.map((line) => `<li>${htmlText(line, 300)}</li>\n`).join('')}</ul>\n`
        : ''),
  );
};

const summaryOf = (subject: ReportSubject): string => {
  const { licenses, severityThreshold } = subject.scan.verdict.summary;
  const rows = severityCounts(subject).map(([name, counts]) =>
    htmlRow([name, ...severities.map((severity) => String(counts[severity]))]),
  );
  return htmlSection(
    'Summary',
    [
      rows.length > 0 ? htmlTable({ head: ['', ...severities], rows }) : '',
      paragraph(licenses ? licensesSentence(licenses) : ''),
      paragraph(htmlText(thresholdSentence(severityThreshold, subject))),
    ].join(''),
  );
};

const placeOf = (row: Row, subject: ReportSubject): string => htmlCode(placeOfRow(row, subject), 160);

/** URLs are shown but not linked: this page makes no request, and leads no reader to another page. */
const findingRow = (row: Row, subject: ReportSubject): string => {
  const { finding, description, failing } = row;
  const known = description.cveId === undefined ? '' : ` (${htmlCode(description.cveId, 40)})`;
  const tolerance = toleranceOf(finding);
  return htmlRow(
    [
      htmlText(stateOf(row)),
      `${htmlCode(description.ruleId, 60)}${known} ${htmlText(description.ruleTitle, 120)}`,
      htmlCode(description.subject ?? '', 100),
      placeOf(row, subject),
      tolerance ? htmlText(tolerance.text, 240) : htmlText(remedyWithUsage(description), 200),
    ],
    failing ? 'failing' : '',
  );
};

const findingsOf = (rows: WorstRows, subject: ReportSubject): string => {
  if (rows.found === 0) return htmlSection('Findings', paragraph(nothingFound(subject)));
  const all = rows.list().map((row) => findingRow(row, subject));
  const shown = fittingRows(all, maxBytes.findings);
  const head = ['Severity', 'What', 'Package', 'Where', 'What to do'];
  return htmlSection('Findings', htmlTable({ head, rows: shown }) + moreOf(rows.found, shown.length));
};

const adviceOf = (rows: WorstRows, subject: ReportSubject): string => {
  const all = rows
    .list()
    .map((row) =>
      htmlRow([
        htmlCode(row.description.subject ?? '', 100),
        htmlText(row.description.remedy, 200),
        placeOf(row, subject),
      ]),
    );
  if (all.length === 0) return '';
  const shown = fittingRows(all, maxBytes.advice);
  const table = htmlTable({ head: ['Package', 'Advice', 'Where'], rows: shown });
  return htmlSection('Advice', table + moreOf(rows.found, shown.length));
};

const gapsSection = (subject: ReportSubject): string => {
  const gaps = gapsOf(subject);
  if (gaps.length === 0) return '';
  const all = gaps
    .slice(0, limits.gaps)
    .map(({ entry, reason, file, count, units: [first = '', ...more] }) =>
      htmlRow([
        `${entry.scanType} (${entry.status})`,
        `${htmlCode(first, 160)}${more.length > 0 ? ` and ${more.length} more` : ''}`,
        htmlText(count > 1 ? `${reason} (${count} times)` : reason, 200),
        htmlCode(file ?? '', 160),
      ]),
    );
  const rows = fittingRows(all, maxBytes.gaps);
  const table = htmlTable({ head: ['Scan type', 'Unit', 'Reason', 'File'], rows });
  return htmlSection('What was not assessed', table + moreOf(gaps.length, rows.length));
};

const digestsOf = ({ scan }: ReportSubject): string => {
  const { verdict } = scan;
  const facts: [string, string][] = [
    ['Scan', scan.scanId],
    ['Judged at', verdict.judgedAt],
    ['Advisories', verdict.advisorySnapshot.id],
    ['Inventory', verdict.inventoryDigest],
    ['Policy', verdict.policyDigest],
    ['Waivers', verdict.waiversDigest],
    ['Suppressions', verdict.suppressionsDigest],
  ];
  const rows = facts.map(([name, value]) => htmlRow([name, htmlCode(value, 100)]));
  return htmlSection('Judged by', htmlTable({ head: ['What', 'Value'], rows }));
};

/**
 * Writes a self-contained page for people, without scripts or requests. It shows the worst findings, so that all of
 * it is written at the end.
 */
export const htmlReport = (subject: ReportSubject): ReportWriter => {
  const { findings, advice, add } = shownRows(subject, limits);
  return {
    head: () => '',
    unit(unit, found) {
      add(unit, found);
      return [];
    },
    *tail() {
      yield headOf(subject);
      yield pullRequestOf(subject);
      yield summaryOf(subject);
      yield findingsOf(findings, subject);
      yield adviceOf(advice, subject);
      yield gapsSection(subject);
      yield digestsOf(subject);
      yield htmlTail;
    },
  };
};
