import type { ScanUnit } from '@scangate/domain/records';
import type { Coverage } from '@scangate/engines/model/coverage';
import type { Finding } from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { tool } from '@scangate/engines/model/tool';
import { describeFinding, failsGate } from '../finding-description.ts';
import { oneLine, safeHttpUrl } from '../safe-text.ts';
import { repositoryPath, type ReportWriter, type ReportSubject } from '../report-writer.ts';
import { codeFlows, locationOf, message, relativeUri, root } from './locations.ts';
import { sarifLevel, sarifRule } from './sarif-rule.ts';
import { verdictSentence } from '../verdict-sentence.ts';
import { WorstRows, type Row } from '../shown/worst-rows.ts';
import { toleranceOf } from '../tolerated.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** A comment in the code is `inSource`, an ignore file or the policy `external`. Empty means not suppressed (3.27.23). */
const suppressionsOf = ({ suppressed, waived }: Finding): object[] => [
  ...(suppressed
    ? [
        {
          kind: suppressed.by === 'scangate:allow' ? 'inSource' : 'external',
          status: 'accepted',
          justification: oneLine(`${suppressed.reason} (${suppressed.by})`),
        },
      ]
    : []),
  ...(waived
    ? [
        {
          kind: 'external',
          status: 'accepted',
          justification: oneLine(toleranceOf({ waived })?.text ?? ''),
          properties: {
            waiverId: waived.waiverId,
            approvedBy: waived.approvedBy,
            expiresAt: waived.expiresAt,
          },
        },
      ]
    : []),
];

const propertiesOf = (finding: Finding, unit: ScanUnit): object => {
  const { title: _title, fingerprint: _fingerprint, suppressed: _suppressed, ...others } = finding;
  const { waived: _waived, file: _file, ...rest } = others;
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

/** The invocation lists missing coverage, because a run without results is not necessarily clean. */
const invocationOf = ({ scan }: ReportSubject, omitted: number): object => ({
  executionSuccessful: scan.status === 'completed',
  ...(scan.startedAt !== undefined && { startTimeUtc: scan.startedAt }),
  ...(scan.finishedAt !== undefined && { endTimeUtc: scan.finishedAt }),
  toolExecutionNotifications: [
    ...(scan.errorCode
      ? [{ level: 'error', message: message(`${scan.errorCode}: ${scan.error ?? ''}`) }]
      : []),
    ...(omitted > 0
      ? [
          {
            level: 'warning',
            message: message(`${omitted} results are left out: see the findings of the scan.`),
          },
        ]
      : []),
    ...scan.verdict.coverage.flatMap((entry) => entry.gaps.map((gap) => notificationOf(entry, gap))),
    { level: 'note', message: message(verdictSentence(scan.verdict)) },
  ],
});

/** The URI of the repository. A local repository has a path instead of a URL. */
const repositoryUri = (url: string): string =>
  safeHttpUrl(url) || (url.startsWith('file:') && URL.parse(url)?.href) || `file:///${relativeUri(url)}`;

/** Scans of different scope get different categories. Otherwise each upload would close the alerts of the others. */
const categoryOf = ({ scan }: ReportSubject): string => {
  const unit = scan.units.find(({ projectUnitId }) => projectUnitId === scan.projectUnitId);
  const types = scan.fullScope ? '' : `/${scan.scanTypes.join('+')}`;
  return `scangate${unit && unit.path !== '' ? `/${oneLine(unit.path)}` : ''}${types}`;
};

const runOf = (subject: ReportSubject, omitted: number): Record<string, unknown> => {
  const { scan, repository } = subject;
  const { verdict, reason, reasons, judgedAt, advisorySnapshot } = scan.verdict;
  return {
    columnKind: 'utf16CodeUnits',
    // There is no `guid`, because the schema accepts UUIDs up to version 5 only.
    automationDetails: { id: `${categoryOf(subject)}/${scan.scanId}` },
    originalUriBaseIds: { [root]: { description: { text: 'The root of the repository.' } } },
    versionControlProvenance: [
      {
        repositoryUri: repositoryUri(repository.url),
        revisionId: scan.commitHash,
        ...(scan.branch !== undefined && { branch: oneLine(scan.branch) }),
        mappedTo: { uriBaseId: root },
      },
    ],
    invocations: [invocationOf(subject, omitted)],
    properties: {
      scanId: scan.scanId,
      repository: repository.fullName,
      verdict,
      reason,
      reasons,
      severityThreshold: scan.severityThreshold,
      judgedAt,
      advisorySnapshot,
      coverage: scan.verdict.coverage,
      suppressionsProposed: scan.verdict.suppressionsProposed,
      suppressionsUnused: scan.verdict.suppressionsUnused,
      ...(scan.pullRequestCheck && { pullRequestCheck: scan.pullRequestCheck }),
    },
  };
};

/** Numbers the rules in the order of their first result. */
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

/** GitHub shows no more results of a run. */
const maxResults = 5000;

/** A finding with its position among those of the scan, and its number among those with its fingerprint. */
interface ResultRow extends Row {
  place: number;
  ordinal: number;
}

/** Accepts every finding of a scan, and keeps the worst ones. */
class Results {
  readonly #seen = new Map<string, number>();
  readonly #worst: WorstRows<ResultRow>;
  readonly #policy: GatePolicy;

  constructor(subject: ReportSubject) {
    this.#worst = new WorstRows(maxResults, subject);
    this.#policy = subject.policy;
  }

  add(unit: ScanUnit, finding: Finding): void {
    const ordinal = (this.#seen.get(finding.fingerprint) ?? 0) + 1;
    this.#seen.set(finding.fingerprint, ordinal);
    const description = describeFinding(finding);
    const failing = failsGate(finding, this.#policy);
    this.#worst.add({ finding, description, unit, failing, place: this.#worst.found, ordinal });
  }

  get omitted(): number {
    return Math.max(0, this.#worst.found - maxResults);
  }

  /** The order is that of the scan. */
  list(): ResultRow[] {
    return this.#worst.list().toSorted((a, b) => a.place - b.place);
  }
}

const driver = {
  name: 'Scangate',
  organization: tool.vendor,
  version: tool.version,
  semanticVersion: tool.version,
  informationUri: tool.informationUri,
  shortDescription: { text: 'Vulnerabilities, secrets, licenses and weaknesses of a commit.' },
};

const resultOf = (row: ResultRow, { scan, policy }: ReportSubject, rules: Rules): object => {
  const { finding, description, unit, ordinal } = row;
  const { ruleId, flow, remedy } = description;
  const { file } = description;
  const pathOf = (each: string) => repositoryPath(scan, unit, each);
  const path = pathOf(file);
  return {
    ruleId: oneLine(ruleId, 255),
    ruleIndex: rules.indexOf(ruleId, () => sarifRule(finding, description, policy)),
    kind: description.advice ? 'informational' : 'fail',
    level: sarifLevel(finding, description, policy),
    message: message(`${description.message} ${remedy}`),
    locations: [locationOf(path, description)],
    // Code hosts compare the first one, so an ordinal distinguishes findings with the same fingerprint.
    partialFingerprints: {
      primaryLocationLineHash: `${finding.fingerprint}:${ordinal}`,
      'scangateFingerprint/v1': finding.fingerprint,
    },
    ...(flow && { codeFlows: codeFlows(flow, { file, pathOf }) }),
    suppressions: suppressionsOf(finding),
    properties: propertiesOf(finding, unit),
  };
};

/**
 * Writes SARIF 2.1.0 with one run for the whole scan. Only the end shows which results are the worst; the rules
 * follow the results that refer to them.
 */
export const sarifReport = (subject: ReportSubject): ReportWriter => {
  const results = new Results(subject);
  return {
    head: () => `{"$schema":${JSON.stringify(schema)},"version":"2.1.0","runs":[{"results":[`,
    unit(unit, findings) {
      for (const finding of findings) results.add(unit, finding);
      return [];
    },
    *tail() {
      const rules = new Rules();
      for (const [index, row] of results.list().entries())
        yield `${index === 0 ? '' : ',\n'}${JSON.stringify(resultOf(row, subject, rules))}`;
      const run = JSON.stringify(runOf(subject, results.omitted)).slice(1);
      yield `],"tool":${JSON.stringify({ driver: { ...driver, rules: rules.list } })},${run}]}\n`;
    },
  };
};
