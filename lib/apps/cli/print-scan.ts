import { toleranceOf } from '@scangate/domain/reports/tolerated';
import { isIncomplete, verdictSentence } from '@scangate/domain/reports/verdict-sentence';
import type { UnitFinding } from '@scangate/domain/reports/unit-findings';
import type { AdvisoriesUsed, GatePayload, ScanOutcome } from './scan-outcome.ts';
import { printable, table } from './output/terminal.ts';

const unitPath = (path: string | undefined): string => (path === undefined || path === '' ? '.' : path);

const packageOf = ({
  packageName,
  version,
}: {
  packageName?: string;
  version?: string;
}): string | undefined => (packageName === undefined ? undefined : `${packageName}@${version ?? '?'}`);

const whatOf = (finding: UnitFinding): [what: string, where: string, fixedIn: string] => {
  switch (finding.kind) {
    case 'vulnerability': {
      const { advisoryId, aliases, packageName, version, fixedVersions } = finding;
      const cve = aliases.find((alias) => alias.startsWith('CVE-'));
      const what = cve ? `${advisoryId} (${cve})` : advisoryId;
      return [what, `${packageName}@${version}`, fixedVersions[0] ?? 'none known'];
    }
    case 'source':
      return [finding.rule, packageOf(finding) ?? `${finding.file}:${finding.line ?? 1}`, ''];
    case 'license':
      return [finding.license, `${finding.packageName}@${finding.version ?? '?'}`, ''];
    case 'upgrade':
      return [finding.title, `${finding.packageName}@${finding.version}`, finding.upgradeTo ?? ''];
    default:
      return [finding.rule, `${finding.file}:${finding.line}`, ''];
  }
};

const isUncertain = (finding: UnitFinding): boolean =>
  finding.kind === 'code' && finding.confidence === 'low';

const isTolerated = ({ suppressed, waived }: UnitFinding): boolean =>
  suppressed !== undefined || waived !== undefined;

const severityCell = (finding: UnitFinding): string => {
  if (isTolerated(finding)) return `(${finding.severity})`;
  return isUncertain(finding) ? `${finding.severity}?` : finding.severity;
};

/** Names each waiver with who approved it, until when and why, once for all findings that it covers. */
const waiverLines = (findings: readonly UnitFinding[]): string[] => {
  const waived = findings.filter((finding) => finding.waived);
  const byText = Map.groupBy(waived, (finding) => toleranceOf(finding)?.text ?? '');
  return [...byText].map(([text, covered]) => `  ${covered.length}: ${printable(text)}`);
};

const findingsTable = ({ findings, verdict }: ScanOutcome): string => {
  if (findings.length === 0)
    return verdict.verdict === 'ERROR'
      ? 'Nothing was found before it ended.'
      : `No findings${isIncomplete({ coverage: verdict.coverage ?? [] }) ? ' in what was assessed' : ''}.`;
  const units = new Map(
    verdict.projectUnits.map(({ projectUnitId, path }) => [projectUnitId, unitPath(path)]),
  );
  const rows = findings.map((finding) => [
    severityCell(finding),
    finding.kind,
    ...whatOf(finding),
    units.get(finding.projectUnitId) ?? '',
  ]);
  const suppressed = findings.filter((finding) => finding.suppressed).length;
  const waived = findings.filter((finding) => finding.waived && !finding.suppressed).length;
  const uncertain = findings.filter((finding) => !isTolerated(finding) && isUncertain(finding)).length;
  const remarks = [
    ...(suppressed > 0 ? [`${suppressed} in brackets: suppressed by the repository, not judged.`] : []),
    ...(waived > 0 ? [`${waived} in brackets: waived by the organization, not judged.`] : []),
    ...waiverLines(findings),
    ...(uncertain > 0
      ? [`${uncertain} with a question mark: low confidence, judged only when the policy says so.`]
      : []),
  ];
  return [table([['SEVERITY', 'KIND', 'WHAT', 'WHERE', 'FIXED IN', 'UNIT'], ...rows]), ...remarks].join('\n');
};

const severityText = (counts: Record<string, number>): string => {
  const named = ['critical', 'high', 'medium', 'low', 'unknown'].filter(
    (severity) => (counts[severity] ?? 0) > 0,
  );
  const parts = named.map((severity) => `${counts[severity]} ${severity}`);
  return parts.length > 0 ? parts.join(', ') : 'none';
};

const summaryText = ({ summary }: GatePayload): string[] => {
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

type Gap = NonNullable<GatePayload['coverage']>[number]['gaps'][number];

const filesShown = 3;

const gapText = ({ reason, file, count = 1, files }: Gap): string => {
  const named = (files ?? (file === undefined ? [] : [file]))
    .slice(0, filesShown)
    .map((path) => printable(path));
  const places = files && count > named.length ? [...named, '…'] : named;
  const where = places.length > 0 ? `: ${places.join(', ')}` : '';
  return `      ${printable(reason)}${where}${count > 1 ? ` (${count})` : ''}`;
};

type LicenseDataAnswers = NonNullable<NonNullable<GatePayload['coverage']>[number]['licenseData']>;

const licenseDataText = ({ snapshot, ecosystems }: LicenseDataAnswers): string[] =>
  ecosystems.map(({ ecosystem, packages, answered, likely, unanswered }) => {
    const asked = answered + likely + unanswered;
    const others = likely > 0 ? `, ${likely} by other versions only` : '';
    return `      license data of ${snapshot} (${packages} packages of ${ecosystem}): ${answered} of ${asked} known${others}`;
  });

/** Prints what each engine assessed, and what it could not. */
const coverageText = ({ coverage = [], projectUnits }: GatePayload): string => {
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

const advisoriesText = ({ builtIn, records, ecosystems, unreadable }: AdvisoriesUsed): string => {
  const summary = `${records} advisories (${ecosystems.join(', ')})`;
  if (!builtIn) return `Advisories: ${summary}${unreadable > 0 ? `; ${unreadable} could not be read` : ''}`;
  return [
    `Advisories: ONLY the small built-in sample, ${summary}. It has almost no data: a PASS means little.`,
    '  Give real ones with --advisories PATH, for instance an ecosystem of OSV:',
    '  https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip',
  ].join('\n');
};

/** Says the verdict with what it does not cover, and the reasons as machines know them. */
const verdictText = ({ verdict }: ScanOutcome): string => {
  const reasons = verdict.reasons.length > 0 ? verdict.reasons.join(', ') : verdict.reason;
  const error = verdict.errorCode ? `, ${verdict.errorCode}` : '';
  if (verdict.verdict === null) return `NO VERDICT: ${reasons}${error}`;
  const spoken = { ...verdict, verdict: verdict.verdict, coverage: verdict.coverage ?? [] };
  return `${printable(verdictSentence(spoken))}\nReason: ${reasons}${error}`;
};

/** A folder has no reviewed side, so that a scan of it cannot judge as the service does. */
const offlineText =
  'Suppressions of this commit count here. The service counts only those that the reviewed branch has.';

const unusedText = ({ verdict: { suppressionsUnused = [] } }: ScanOutcome): string[] =>
  suppressionsUnused.map(
    ({ file, line, entry, reason }) =>
      `  ${printable(`${file}:${line}`)} ${printable(entry)}: ${reason.replaceAll('_', ' ')}`,
  );

const suppressionsText = (outcome: ScanOutcome): string[] => {
  const unused = unusedText(outcome);
  const suppresses = outcome.findings.some(({ suppressed }) => suppressed && suppressed.by !== 'policy');
  const parts = [
    ...(suppresses ? [offlineText] : []),
    ...(unused.length > 0 ? [`Suppressions that suppress nothing\n${unused.join('\n')}`] : []),
  ];
  return parts.length > 0 ? [parts.join('\n\n')] : [];
};

const headText = (outcome: ScanOutcome): string => {
  const { scan } = outcome;
  const branch = scan.branch === undefined ? '' : ` (${printable(scan.branch)})`;
  return [verdictText(outcome), `Commit ${scan.commitHash}${branch}, scan ${scan.scanId}`].join('\n');
};

const skippedText = ({ skippedScanTypes }: ScanOutcome['scan']): string[] =>
  skippedScanTypes.length === 0
    ? []
    : [
        `Not scanned: ${skippedScanTypes.map(({ scanType, reason }) => `${scanType} (${printable(reason)})`).join(', ')}`,
      ];

/** Prints the outcome of a scan for people. */
export const printScan = (outcome: ScanOutcome): string => {
  const { scan, verdict, advisories } = outcome;
  const parts = [
    headText(outcome),
    ...(verdict.verdict === null ? [] : [findingsTable(outcome), ...summaryText(verdict)]),
    ...suppressionsText(outcome),
    coverageText(verdict),
    ...skippedText(scan),
    advisoriesText(advisories),
  ];
  return `${parts.join('\n\n')}\n`;
};
