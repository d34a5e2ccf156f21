import { historyLines, pullRequestSentence } from '@scangate/domain/verdict/pull-request-sentence';
import { verdictSentence } from '@scangate/domain/reports/verdict-sentence';
import { severities } from '@scangate/engines/model/severity';
import { findingsTable } from './findings-table.ts';
import type { ShownResult, ShownVerdict } from './shown-result.ts';
import { printable, table, type Terminal } from './terminal.ts';
import { wrapLines } from './wrap-lines.ts';

const unitPath = (path: string | undefined): string => (path === undefined || path === '' ? '.' : path);

const severityText = (counts: Record<string, number>): string => {
  const named = severities.filter((severity) => (counts[severity] ?? 0) > 0);
  const parts = named.map((severity) => `${counts[severity]} ${severity}`);
  return parts.length > 0 ? parts.join(', ') : 'none';
};

const summaryText = ({ summary }: ShownVerdict): string[] => {
  if (!summary) return [];
  const { vulnerabilities, secrets, licenses, severityThreshold } = summary;
  const rows: [string, string][] = [];
  if (vulnerabilities) {
    const note =
      (vulnerabilities.unknown ?? 0) > 0 ? ' (unknown counts as the policy says, else as high)' : '';
    rows.push(['  vulnerabilities', `${severityText(vulnerabilities)}${note}`]);
  }
  if (secrets) rows.push(['  secrets', severityText(secrets)]);
  if (licenses) {
    const { compliant, nonCompliant, unknown } = licenses;
    rows.push(['  licenses', `${nonCompliant} not compliant, ${compliant} compliant, ${unknown} unknown`]);
  }
  return rows.length > 0 ? [`Summary (threshold ${severityThreshold})\n${table(rows)}`] : [];
};

type Gap = NonNullable<ShownVerdict['coverage']>[number]['gaps'][number];

const filesShown = 3;

const gapText = ({ reason, file, count = 1, files }: Gap): string => {
  const named = (files ?? (file === undefined ? [] : [file]))
    .slice(0, filesShown)
    .map((path) => printable(path));
  const places = files && count > named.length ? [...named, '…'] : named;
  const where = places.length > 0 ? `: ${places.join(', ')}` : '';
  return `      ${printable(reason)}${where}${count > 1 ? ` (${count})` : ''}`;
};

type LicenseDataAnswers = NonNullable<NonNullable<ShownVerdict['coverage']>[number]['licenseData']>;

const licenseDataText = ({ snapshot, ecosystems }: LicenseDataAnswers): string[] =>
  ecosystems.map(({ ecosystem, packages, answered, likely, unanswered }) => {
    const asked = answered + likely + unanswered;
    const others = likely > 0 ? `, ${likely} by other versions only` : '';
    return `      license data of ${snapshot} (${packages} packages of ${ecosystem}): ${answered} of ${asked} known${others}`;
  });

/** Prints what each engine assessed, and what it could not. */
const coverageText = ({ coverage = [], projectUnits }: ShownVerdict): string => {
  const lines = projectUnits.flatMap(({ projectUnitId, path, type, status, error, errorCode }) => {
    const failure = errorCode ? `: ${errorCode}${error ? `, ${printable(error)}` : ''}` : '';
    const own = coverage.filter((one) => one.projectUnitId === projectUnitId);
    return [
      `  ${printable(unitPath(path))} (${type}) ${status}${failure}`,
      ...own.flatMap(({ scanType, status: covered, assessed, gaps, licenseData }) => [
        `    ${scanType}: ${covered}, ${assessed} assessed`,
        ...gaps.map(gapText),
        ...(licenseData ? licenseDataText(licenseData) : []),
      ]),
    ];
  });
  return ['Coverage', ...lines].join('\n');
};

const advisoriesText = ({
  records,
  ecosystems,
  unreadable,
}: NonNullable<ShownResult['advisories']>): string => {
  if (records === 0)
    return 'Advisories: none. Dependencies are NOT assessed: give OSV records with --advisories PATH.';
  const unread = unreadable > 0 ? `; ${unreadable} could not be read` : '';
  return `Advisories: ${records} advisories (${ecosystems.join(', ')})${unread}`;
};

/** Prints the verdict with what it does not cover, and the reasons by their codes. */
const verdictText = ({ verdict }: ShownResult): string => {
  const reasons = verdict.reasons.length > 0 ? verdict.reasons.join(', ') : verdict.reason;
  const error = verdict.errorCode ? `, ${verdict.errorCode}` : '';
  if (verdict.verdict === null) return printable(`NO VERDICT: ${reasons}${error}`);
  const { summary = { severityThreshold: 'critical' } } = verdict;
  const spoken = { ...verdict, verdict: verdict.verdict, summary, coverage: verdict.coverage ?? [] };
  return `${printable(verdictSentence(spoken))}\n${printable(`Reason: ${reasons}${error}`)}`;
};

/** Prints both judgments of a scan with a base, and which of them decides. */
const checkText = ({ verdict: { pullRequestCheck: check }, gate }: ShownResult): string[] => {
  if (!check) return [];
  const against = check.base.commitHash ?? check.base.scanId ?? 'a base that cannot be used';
  const decides =
    gate === 'pull-request' ? 'This decides (--gate pull-request).' : 'The verdict above decides.';
  const said = `Pull request: ${pullRequestSentence(check)} Compared with ${against}. ${decides}`;
  const history = historyLines(check).map((line) => `  ${printable(line)}`);
  return [[printable(said), ...history].join('\n')];
};

const notStored = 'This result is neither stored nor signed.';

/** A folder has no reviewed side, so a scan of it cannot judge like the service. */
const offlineText =
  'Suppressions in this commit count here. The service only counts those that the reviewed branch has.';

const unusedText = ({ verdict: { suppressionsUnused = [] } }: ShownResult): string[] =>
  suppressionsUnused.map(
    ({ file, line, entry, reason }) =>
      `  ${printable(`${file}:${line}`)} ${printable(entry)}: ${reason.replaceAll('_', ' ')}`,
  );

const suppressionsText = (result: ShownResult): string[] => {
  const unused = unusedText(result);
  const suppresses = result.findings.some(({ suppressed }) => suppressed && suppressed.by !== 'policy');
  const parts = [
    ...(suppresses && result.advisories ? [offlineText] : []),
    ...(unused.length > 0 ? [`Unused suppressions\n${unused.join('\n')}`] : []),
  ];
  return parts.length > 0 ? [parts.join('\n\n')] : [];
};

const commitText = ({ scan, verdict, files }: ShownResult): string => {
  if (!scan) return printable(`Scan ${verdict.scanId}`);
  const branch = scan.branch === undefined ? '' : ` (${scan.branch})`;
  const what =
    files === undefined ? `Commit ${scan.commitHash}` : `The files ${files}, above ${scan.commitHash}`;
  return printable(`${what}${branch}, scan ${verdict.scanId}`);
};

const skippedText = ({ scan }: ShownResult): string[] => {
  const skipped = scan?.skippedScanTypes ?? [];
  if (skipped.length === 0) return [];
  const texts = skipped.map(({ scanType, reason }) => printable(`${scanType} (${reason})`));
  return [`Not scanned: ${texts.join(', ')}`];
};

/** Prints the result of a scan for people. */
export const printResult = (
  result: ShownResult,
  terminal: Pick<Terminal, 'columns' | 'isColored'> = {},
): string => {
  const { verdict, advisories } = result;
  const parts = [
    [verdictText(result), ...checkText(result), commitText(result)].join('\n'),
    ...(verdict.verdict === null ? [] : [findingsTable(result, terminal), ...summaryText(verdict)]),
    ...suppressionsText(result),
    coverageText(verdict),
    ...skippedText(result),
    ...(advisories ? [advisoriesText(advisories), notStored] : []),
  ];
  return `${wrapLines(parts.join('\n\n'), terminal.columns)}\n`;
};
