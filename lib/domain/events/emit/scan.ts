import { severities, type Severity } from '@scangate/engines/model/severity';
import type { Change } from '@scangate/domain/record-changes';
import type { Repository, Scan } from '@scangate/domain/records';
import { isComplete } from '@scangate/domain/verdict/incomplete-coverage';
import type { DifferenceCounts, PullRequestCheck } from '@scangate/domain/verdict/decide-pull-request-check';
import type { SeverityCounts, Summary, Verdict } from '@scangate/domain/verdict/verdict';
import type { EventData } from '../catalog.ts';
import { emitEvent, type Listening } from '../emit-event.ts';
import type { EventAbout } from '../event-records.ts';

type EventChange = Change<'storedEvent'>;

/** A scan that has ended, with the further facts in its events. */
export interface EndedScanFacts {
  organization: Listening;
  scan: Scan;
  /** Absent when its record is missing. */
  repository: Pick<Repository, 'fullName'> | undefined;
}

const scanLink = ({ scanId }: Pick<Scan, 'scanId'>): string => `/v1/scans/${scanId}`;

/** The fields that every event of a scan begins with. */
const subjectOf = ({ scan, repository }: EndedScanFacts) => {
  const { scanId, repositoryId, commitHash, branch, pullRequest } = scan;
  return {
    scanId,
    repository: { repositoryId, fullName: repository?.fullName ?? '' },
    commitHash,
    ...(branch !== undefined && { branch }),
    ...(pullRequest && { pullRequest: { number: pullRequest.number } }),
  };
};

const highestOf = (...counts: (SeverityCounts | undefined)[]): Severity | undefined =>
  severities.find((severity) => counts.some((each) => (each?.[severity] ?? 0) > 0));

const aboutOf = (
  { repositoryId, branch }: Scan,
  verdict: Verdict['verdict'],
  severity: Severity | undefined,
): EventAbout => ({
  repositoryId,
  ...(branch !== undefined && { branch }),
  ...(severity && { severity }),
  verdict,
});

const countsOf = ({ vulnerabilities, secrets, licenses }: Summary): DifferenceCounts => ({
  ...(vulnerabilities && { vulnerabilities }),
  ...(secrets && { secrets }),
  ...(licenses && { licenses: { nonCompliant: licenses.nonCompliant } }),
});

/** The data of the end of a scan, apart from its subject. */
const scopeOf = ({ scan }: EndedScanFacts) => {
  const { projectUnitId, scanTypes } = scan;
  return { ...(projectUnitId !== undefined && { projectUnitId }), scanTypes, link: scanLink(scan) };
};

/** The data of a judged scan; a completed scan does not have the verdict ERROR. */
const judgedData = (
  facts: EndedScanFacts,
  { verdict, reason, reasons, summary, coverage, missingScanTypes }: Verdict,
) => ({
  ...subjectOf(facts),
  ...scopeOf(facts),
  verdict: verdict === 'PASS' ? ('PASS' as const) : ('FAIL' as const),
  reason,
  reasons,
  severityThreshold: summary.severityThreshold,
  counts: countsOf(summary),
  complete: isComplete({ coverage, missingScanTypes }),
});

/** A scan that did not pass also emits a failure event, for subscribers that only want those. */
const scanEnded = (facts: EndedScanFacts): EventChange[] => {
  const { organization, scan } = facts;
  const { status, verdict, scanId: cause, finishedAt: at } = scan;
  if (!verdict || at === undefined) return [];
  const { vulnerabilities, secrets } = verdict.summary;
  const about = aboutOf(scan, verdict.verdict, highestOf(vulnerabilities, secrets));
  const event = { cause, at, about };
  const ofScan = { ...subjectOf(facts), ...scopeOf(facts) };
  if (status === 'cancelled') {
    const data = { ...ofScan, verdict: 'ERROR' as const };
    return emitEvent(organization, { ...event, type: 'scan.cancelled', data });
  }
  if (status === 'completed') {
    const data = judgedData(facts, verdict);
    const completed = emitEvent(organization, { ...event, type: 'scan.completed', data });
    if (data.verdict === 'PASS') return completed;
    const failed = { ...data, verdict: data.verdict };
    return [...completed, ...emitEvent(organization, { ...event, type: 'scan.failed', data: failed })];
  }
  const { reason, reasons } = verdict;
  const errorCode = scan.errorCode ?? 'system_error';
  const data = { ...ofScan, verdict: 'ERROR' as const, reason, reasons, errorCode };
  return emitEvent(organization, { ...event, type: 'scan.failed', data });
};

const checkData = (
  facts: EndedScanFacts,
  check: PullRequestCheck,
): EventData<'pull_request_check.completed'> => {
  const { verdict, reason, reasons, severityThreshold, base, introduced, fixed, coverageDropped } = check;
  return {
    ...subjectOf(facts),
    verdict,
    reason,
    reasons,
    ...(severityThreshold && { severityThreshold }),
    base,
    introduced,
    fixed,
    coverageDropped: coverageDropped.length,
    link: scanLink(facts.scan),
  };
};

const checkCompleted = (facts: EndedScanFacts): EventChange[] => {
  const { organization, scan } = facts;
  const { pullRequestCheck: check, scanId: cause, finishedAt: at } = scan;
  if (!check || at === undefined) return [];
  const { vulnerabilities, secrets } = check.introduced;
  return emitEvent(organization, {
    type: 'pull_request_check.completed',
    cause,
    at,
    data: checkData(facts, check),
    about: aboutOf(scan, check.verdict, highestOf(vulnerabilities, secrets)),
  });
};

/** The events of the transaction that ends a scan: how it ended, and its check where it has a base. */
export const scanEvents = (facts: EndedScanFacts): EventChange[] => [
  ...scanEnded(facts),
  ...checkCompleted(facts),
];
