import type { ScanUnit } from '../records.ts';
import type { Coverage } from '@scangate/engines/model/coverage';
import type { Finding } from '@scangate/engines/model/finding';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { failsGate, describeFinding, type FindingDescription } from './finding-description.ts';
import { historyLines, pullRequestSentence } from '../verdict/pull-request-sentence.ts';
import { oneLine } from './safe-text.ts';
import { repositoryPath, unitName, type ReportWriter, type ReportSubject } from './report-writer.ts';
import { verdictSentence } from './verdict-sentence.ts';
import { toleranceOf } from './tolerated.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML. `oneLine` has replaced the characters that XML 1.0 cannot hold even as a reference. */
const xml = (text: string): string =>
  oneLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');

const attributes = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${xml(String(value))}"`]))
    .join('');

type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

interface Case {
  outcome: Outcome;
  text: string;
}

const testCase = (
  named: { name: string; classname: string; file?: string; line?: number },
  {
    outcome,
    message,
    type,
    details,
  }: { outcome: Outcome; message?: string; type?: string; details: string[] },
): Case => {
  const head = `<testcase${attributes({ ...named, time: 0 })}`;
  const lines = details
    .filter((line) => line !== '')
    .map(xml)
    .join('\n');
  const body = {
    passed: lines && `<system-out>${lines}</system-out>`,
    failure: `<failure${attributes({ message, type })}>${lines}</failure>`,
    error: `<error${attributes({ message, type })}>${lines}</error>`,
    // A skipped test has a message and no content.
    skipped: `<skipped${attributes({ message })}/>`,
  }[outcome];
  return { outcome, text: body === '' ? `${head}/>` : `${head}>${body}</testcase>` };
};

const gapText = ({ reason, file, count = 1 }: Coverage['gaps'][number]): string =>
  `${reason}${file === undefined ? '' : `: ${file}`}${count > 1 ? ` (${count})` : ''}`;

/** Each suite has this case, so that none is empty. A scan type that was not assessed is skipped, not passed. */
const coverageCase = ({ scanType, status, assessed, gaps, canary }: Coverage, path: string): Case => {
  const gapLines = gaps.map(gapText);
  return testCase(
    { name: `coverage of ${scanType}`, classname: path },
    status === 'unassessed'
      ? { outcome: 'skipped', message: `not assessed: ${gapLines.join('; ')}`, details: [] }
      : {
          outcome: 'passed',
          details: [`${status}: ${assessed} assessed${canary ? `, canary ${canary}` : ''}`, ...gapLines],
        },
  );
};

const placeOf = ({ line, column }: FindingDescription, path: string): string =>
  [path, line, column].filter((part) => part !== undefined).join(':');

const outcomeOf = (finding: Finding, subject: ReportSubject): Outcome => {
  if (toleranceOf(finding)) return 'skipped';
  return failsGate(finding, subject.policy) ? 'failure' : 'passed';
};

/** A test fails exactly for a finding that fails the gate. One below the threshold passes and has its text as output. */
const findingCase = (finding: Finding, unit: ScanUnit, subject: ReportSubject): Case => {
  const description = describeFinding(finding);
  const path = repositoryPath(subject.scan, unit, description.file);
  const place = placeOf(description, path);
  const { severity, fingerprint } = finding;
  const message = toleranceOf(finding)?.text ?? `${severity}: ${description.message}`;
  return testCase(
    {
      name: oneLine(`${description.ruleId} ${description.subject ?? place}`) || finding.kind,
      classname: path || unitName(unit),
      ...(path !== '' && { file: path }),
      ...(description.line !== undefined && { line: description.line }),
    },
    {
      outcome: outcomeOf(finding, subject),
      message,
      type: severity,
      details: [
        `${severity}: ${description.message}`,
        description.remedy,
        `at ${place}`,
        ...(description.flow ?? []).map((step) => `via ${step.line}:${step.column} ${step.message}`),
        ...(description.helpUri === undefined ? [] : [description.helpUri]),
        `fingerprint ${fingerprint}`,
      ],
    },
  );
};

const suite = (name: string, cases: readonly Case[], { scan }: ReportSubject): string => {
  const count = (outcome: Outcome) => cases.filter((each) => each.outcome === outcome).length;
  const head = attributes({
    name,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    timestamp: (scan.finishedAt ?? scan.createdAt).slice(0, 19),
    time: 0,
  });
  return `<testsuite${head}>\n${cases.map(({ text }) => text).join('\n')}\n</testsuite>\n`;
};

const failedSuite = (
  name: string,
  { status, errorCode, error }: Pick<ScanUnit, 'status' | 'errorCode' | 'error'>,
  subject: ReportSubject,
): string => {
  const message = errorCode ?? 'not completed';
  const details = [error ?? status];
  const type = errorCode ?? 'error';
  const failed = testCase({ name: 'scan', classname: name }, { outcome: 'error', message, type, details });
  return suite(name, [failed], subject);
};

const outcomes = { PASS: 'passed', FAIL: 'failure', ERROR: 'error' } as const;

/**
 * The verdict is a test of its own, so that failing coverage fails as well, and a pass states what it does not
 * cover.
 */
const verdictSuite = (subject: ReportSubject): string => {
  const { verdict, reason, reasons } = subject.scan.verdict;
  const sentence = verdictSentence(subject.scan.verdict);
  const details = [sentence, reasons.join(', ')];
  const named = { name: 'verdict', classname: 'scangate' };
  const judged = testCase(named, { outcome: outcomes[verdict], message: sentence, type: reason, details });
  return suite('verdict', [judged, ...pullRequestCases(subject)], subject);
};

/** The check of a scan with a base is a test next to the verdict. */
const pullRequestCases = ({ scan: { pullRequestCheck: check } }: ReportSubject): Case[] => {
  if (!check) return [];
  const message = pullRequestSentence(check);
  const outcome = outcomes[check.verdict];
  const dropped = check.coverageDropped.map(({ path, reason }) => `${path}: ${reason}`);
  const details = [message, check.reasons.join(', '), ...dropped, ...historyLines(check)];
  const named = { name: 'pull request', classname: 'scangate' };
  return [testCase(named, { outcome, message, type: check.reason, details })];
};

/** JUnit XML: the verdict, and one suite per project unit and scan type. */
export const junitReport = (subject: ReportSubject): ReportWriter => {
  const { scan, repository } = subject;
  const suiteName = (unit: ScanUnit, scanType: ScanType) => `${unitName(unit)} (${unit.type}): ${scanType}`;
  return {
    head: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: `scangate ${repository.fullName}` })}>\n${verdictSuite(subject)}`,
    *unit(unit, findings) {
      const byType = Map.groupBy(findings, (finding) => describeFinding(finding).scanType);
      const coverage = scan.verdict.coverage.filter((entry) => entry.projectUnitId === unit.projectUnitId);
      for (const entry of coverage) {
        const found = byType.get(entry.scanType) ?? [];
        const cases = found.map((finding) => findingCase(finding, unit, subject));
        yield suite(
          suiteName(unit, entry.scanType),
          [coverageCase(entry, unitName(unit)), ...cases],
          subject,
        );
        byType.delete(entry.scanType);
      }
      for (const [scanType, found] of byType) {
        const cases = found.map((finding) => findingCase(finding, unit, subject));
        yield suite(suiteName(unit, scanType), cases, subject);
      }
    },
    *tail() {
      const failed = scan.units.filter(({ status }) => status !== 'completed');
      for (const unit of failed) yield failedSuite(unitName(unit), unit, subject);
      if (failed.length === 0 && scan.status !== 'completed') yield failedSuite('scan', scan, subject);
      yield '</testsuites>\n';
    },
  };
};
