import type { BodyOfResponse, Finding } from '@scangate/client';
import { importUsageText } from '@scangate/domain/reports/import-usage-text';
import { printable, type Terminal } from '../output/terminal.ts';
import { findingsList, nameOf } from './findings-list.ts';

type Explanation = BodyOfResponse<'explain-scan', 200>;
type Reason = Explanation['reasons'][number];
type Explained = Reason['findings'][number];

/** A finding, with the reason if it counts. */
export interface FindingExplanation {
  finding: Finding;
  reason?: string;
  severity?: Explained['severity'];
  couldSuppress?: Explained['couldSuppress'];
}

const reasonText = (reason: Reason, terminal: Pick<Terminal, 'columns'>): string => {
  const threshold =
    reason.severityThreshold === undefined ? '' : ` (at or above ${reason.severityThreshold})`;
  const unassessed = (reason.coverage ?? []).map(
    ({ scanType, status, gaps }) =>
      `  ${scanType}: ${status}${gaps.length > 0 ? `, ${gaps.map((gap) => gap.reason).join(', ')}` : ''}`,
  );
  const failures = (reason.failures ?? []).map(
    ({ errorCode = 'error', error = '' }) => `  ${errorCode}${error === '' ? '' : `: ${error}`}`,
  );
  return [
    printable(`${reason.reason}${threshold}`),
    ...findingsList(
      reason.findings.map(({ finding }) => finding),
      reason.total,
      terminal,
    ),
    ...[...unassessed, ...failures].map(printable),
  ].join('\n');
};

type Change = Explanation['smallestChange']['changes'][number];

const changeLine = ({
  action,
  packageName,
  version,
  upgradeTo,
  breaking,
  file,
  via = [],
  clears,
}: Change): string => {
  const from = version === undefined ? packageName : `${packageName}@${version}`;
  const to = action === 'remove' ? `remove ${from}` : `upgrade ${from} to ${upgradeTo ?? '?'}`;
  const others = via.filter((one) => one !== from);
  const by = others.length > 0 ? `, by ${others.join(', ')}` : '';
  const cleared = clears.length > 0 ? `; clears ${clears.join(', ')}` : '';
  return printable(`  ${to}${breaking ? ' (breaking)' : ''} in ${file}${by}${cleared}`);
};

const smallestChangeText = ({ smallestChange }: Explanation, terminal: Pick<Terminal, 'columns'>): string => {
  const { text, changes, remains } = smallestChange;
  return [
    printable(`How it would pass: ${text}`),
    ...changes.map(changeLine),
    ...(remains.total > 0 ? [`What remains: ${remains.total}`] : []),
    ...findingsList(remains.findings, remains.total, terminal),
  ].join('\n');
};

/** Describes an explanation for people. */
export const explanationText = (explanation: Explanation, terminal: Pick<Terminal, 'columns'>): string => {
  const { scanId, verdict, reason, reasons, suppressed, judgments } = explanation;
  const last = judgments.at(-1);
  return [
    [`${verdict}: ${reason}`, `Scan ${scanId}`].map(printable).join('\n'),
    ...reasons.map((one) => reasonText(one, terminal)),
    ...(suppressed.total > 0
      ? [
          [
            `Suppressed or waived, and would fail otherwise: ${suppressed.total}`,
            ...findingsList(suppressed.findings, suppressed.total, terminal),
          ].join('\n'),
        ]
      : []),
    ...(verdict === 'FAIL' ? [smallestChangeText(explanation, terminal)] : []),
    ...(last ? [printable(`Judged again at ${last.judgedAt}: ${last.verdict}, ${last.reason}`)] : []),
    'One finding: scangate explain ID FINDING',
  ].join('\n\n');
};

const waysText = (ways: NonNullable<FindingExplanation['couldSuppress']>): string[] =>
  ways.length === 0
    ? []
    : [
        'What could suppress it, where that is justified:',
        ...ways.map(({ way, text, counts }) => `  ${way}: ${text} (counts ${counts})`),
      ];

const placeOf = ({ file, line }: Finding): string => (line === undefined ? file : `${file}:${line}`);

const factsOf = (finding: Finding): string[] => {
  const { suppressed, waived } = finding;
  return [
    `Where: ${'packageName' in finding ? `${nameOf(finding)} in ` : ''}${placeOf(finding)}`,
    ...('dependencyPath' in finding && finding.dependencyPath.length > 1
      ? [`Path: ${finding.dependencyPath.join(' > ')}`]
      : []),
    ...('usage' in finding && finding.usage ? [`Usage: ${importUsageText(finding.usage)}`] : []),
    ...('fixedVersions' in finding ? [`Fixed in: ${finding.fixedVersions.join(', ') || 'none known'}`] : []),
    ...('message' in finding ? [`Message: ${finding.message}`] : []),
    ...('url' in finding ? [`More: ${finding.url}`] : []),
    ...(suppressed ? [`Suppressed by ${suppressed.by}: ${suppressed.reason}`] : []),
    ...(waived ? [`Waived until ${waived.expiresAt}: ${waived.reason}`] : []),
  ];
};

/** Explains why one finding counts, or that it does not. */
export const findingText = ({
  finding,
  reason,
  severity,
  couldSuppress = [],
}: FindingExplanation): string => {
  const counts = severity
    ? [
        `Fails the gate: ${reason}`,
        `Severity ${severity.severity}, counts as ${severity.countsAs}: ${severity.detail}`,
        ...(severity.failsAnyway === undefined
          ? []
          : [`Fails whatever its severity: ${severity.failsAnyway}`]),
      ]
    : ['Does not fail the gate of this scan.'];
  return [
    `${finding.severity} ${finding.kind}: ${finding.title}`,
    `Fingerprint: ${finding.fingerprint}`,
    ...counts,
    ...factsOf(finding),
    ...waysText(couldSuppress),
  ]
    .map(printable)
    .join('\n');
};
