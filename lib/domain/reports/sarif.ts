import type { ScanUnit } from '../records.ts';
import type { Coverage, Finding } from '@scangate/engines/model/finding';
import { describeFinding, type FindingDescription } from './finding-description.ts';
import { oneLine, safeHttpUrl } from './safe-text.ts';
import { repositoryPath, type ReportWriter, type ReportSubject } from './report-writer.ts';
import { sarifLevel, sarifRule } from './sarif-rule.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const root = '%SRCROOT%';

/**
 * A message as viewers show it: braces stand for placeholders and are doubled (SARIF 3.11.5), and a bracket
 * followed by a parenthesis would be a link (3.11.6).
 */
const message = (text: string): { text: string } => ({
  text: oneLine(text).replace(/[{}]/g, '$&$&').replaceAll('](', '] (') || 'No text.',
});

/** A path as a relative address: no segment of it can be a scheme or lead out of the repository. */
const addressOf = (path: string): string =>
  path
    .toWellFormed()
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .map(encodeURIComponent)
    .join('/');

/** What stands in no file of the repository (an uploaded SBOM) stands at its root. */
const artifactLocation = (path: string) => ({ uri: addressOf(path) || 'sbom', uriBaseId: root });

const position = (line: number | undefined, column: number | undefined) => ({
  startLine: Math.max(1, line ?? 1),
  ...(column !== undefined && { startColumn: Math.max(1, column) }),
});

const physicalLocation = (path: string, line?: number, column?: number) => ({
  physicalLocation: { artifactLocation: artifactLocation(path), region: position(line, column) },
});

const locationOf = (path: string, { line, column, purl, subject }: FindingDescription): object => ({
  ...physicalLocation(path, line, column),
  ...(subject !== undefined && {
    logicalLocations: [
      {
        name: oneLine(subject),
        kind: 'package',
        ...(purl !== undefined && { fullyQualifiedName: oneLine(purl) }),
      },
    ],
  }),
});

const codeFlows = (path: string, flow: NonNullable<FindingDescription['flow']>): object[] => [
  {
    threadFlows: [
      {
        locations: flow.map(({ line, column, message: text }) => ({
          location: { ...physicalLocation(path, line, column), message: message(text) },
        })),
      },
    ],
  },
];

/** A comment beside the code is in the source; an ignore file or the policy is not. Empty: not suppressed (3.27.23). */
const suppressionsOf = ({ suppressed }: Finding): object[] =>
  suppressed
    ? [
        {
          kind: suppressed.by === 'scangate:allow' ? 'inSource' : 'external',
          status: 'accepted',
          justification: oneLine(`${suppressed.reason} (${suppressed.by})`),
        },
      ]
    : [];

const propertiesOf = (finding: Finding, unit: ScanUnit): object => {
  const { title: _title, fingerprint: _fingerprint, suppressed: _suppressed, file: _file, ...rest } = finding;
  return { ...rest, projectUnitId: unit.projectUnitId, unitPath: unit.path, unitType: unit.type };
};

const notificationOf = (
  { scanType, status }: Coverage,
  { reason, file, count = 1 }: Coverage['gaps'][number],
): object => ({
  level: status === 'assessed' ? 'note' : 'warning',
  message: message(
    `${scanType} is ${status}: ${reason}${file === undefined ? '' : `: ${file}`}${count > 1 ? ` (${count} times)` : ''}`,
  ),
  properties: { scanType },
});

/** What was not looked at is said where a reader of the log looks: nothing found is not clean. */
const invocationOf = ({ scan }: ReportSubject): object => ({
  executionSuccessful: scan.status === 'completed',
  ...(scan.startedAt !== undefined && { startTimeUtc: scan.startedAt }),
  ...(scan.finishedAt !== undefined && { endTimeUtc: scan.finishedAt }),
  toolExecutionNotifications: [
    ...(scan.errorCode
      ? [{ level: 'error', message: message(`${scan.errorCode}: ${scan.error ?? ''}`) }]
      : []),
    ...scan.verdict.coverage.flatMap((entry) => entry.gaps.map((gap) => notificationOf(entry, gap))),
  ],
});

/** A local repository has a path instead of an address. */
const repositoryAddress = (url: string): string =>
  safeHttpUrl(url) || (url.startsWith('file:') && URL.parse(url)?.href) || `file:///${addressOf(url)}`;

/** What is scanned apart is kept apart: else each upload would close the alerts of the others. */
const categoryOf = ({ scan }: ReportSubject): string => {
  const unit = scan.units.find(({ projectUnitId }) => projectUnitId === scan.projectUnitId);
  const types = scan.fullScope ? '' : `/${scan.scanTypes.join('+')}`;
  return `scangate${unit && unit.path !== '' ? `/${oneLine(unit.path)}` : ''}${types}`;
};

const runOf = (subject: ReportSubject): Record<string, unknown> => {
  const { scan, repository } = subject;
  const { verdict, reason, reasons, judgedAt, advisorySnapshot } = scan.verdict;
  return {
    columnKind: 'utf16CodeUnits',
    // No `guid`: the schema knows no UUID newer than version 5.
    automationDetails: { id: `${categoryOf(subject)}/${scan.scanId}` },
    originalUriBaseIds: { [root]: { description: { text: 'The root of the repository.' } } },
    versionControlProvenance: [
      {
        repositoryUri: repositoryAddress(repository.url),
        revisionId: scan.commitHash,
        ...(scan.branch !== undefined && { branch: oneLine(scan.branch) }),
        mappedTo: { uriBaseId: root },
      },
    ],
    invocations: [invocationOf(subject)],
    properties: {
      scanId: scan.scanId,
      repository: repository.fullName,
      verdict,
      reason,
      reasons,
      severityThreshold: scan.policy.severityThreshold,
      judgedAt,
      advisorySnapshot,
      coverage: scan.verdict.coverage,
    },
  };
};

/** Numbers rules in the order in which they first occur. */
class Rules {
  readonly list: object[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(ruleId: string, make: () => object): number {
    const known = this.#indexes.get(ruleId);
    if (known !== undefined) return known;
    this.#indexes.set(ruleId, this.list.length);
    return this.list.push(make()) - 1;
  }
}

/** SARIF 2.1.0, one run for the whole scan; rules come after the results that name them. */
export const sarifReport = (subject: ReportSubject): ReportWriter => {
  const { scan } = subject;
  const rules = new Rules();
  const seen = new Map<string, number>();
  let separator = '';

  const resultOf = (unit: ScanUnit, finding: Finding): object => {
    const facts = describeFinding(finding);
    const path = repositoryPath(scan, unit, facts.file);
    const ordinal = (seen.get(finding.fingerprint) ?? 0) + 1;
    seen.set(finding.fingerprint, ordinal);
    const { ruleId, flow, remedy } = facts;
    return {
      ruleId: oneLine(ruleId, 255),
      ruleIndex: rules.indexOf(ruleId, () => sarifRule(finding, facts, scan.policy)),
      kind: facts.advice ? 'informational' : 'fail',
      level: sarifLevel(finding, facts, scan.policy),
      message: message(`${facts.message} ${remedy}`),
      locations: [locationOf(path, facts)],
      // The first is what code hosts look at; where there are several of one fingerprint they are told apart.
      partialFingerprints: {
        primaryLocationLineHash: `${finding.fingerprint}:${ordinal}`,
        'scangateFingerprint/v1': finding.fingerprint,
      },
      ...(flow && { codeFlows: codeFlows(path, flow) }),
      suppressions: suppressionsOf(finding),
      properties: propertiesOf(finding, unit),
    };
  };

  return {
    head: () => `{"$schema":${JSON.stringify(schema)},"version":"2.1.0","runs":[{"results":[`,
    *unit(unit, findings) {
      for (const finding of findings) {
        yield separator + JSON.stringify(resultOf(unit, finding));
        separator = ',\n';
      }
    },
    *tail() {
      const driver = {
        name: 'Scangate',
        organization: 'Scangate',
        shortDescription: { text: 'Vulnerabilities, secrets, licences and weaknesses of a commit.' },
        rules: rules.list,
      };
      yield `],"tool":${JSON.stringify({ driver })},${JSON.stringify(runOf(subject)).slice(1)}]}\n`;
    },
  };
};
