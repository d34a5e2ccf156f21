import type { EventData } from '@scangate/domain/events/catalog';
import { oneLine } from '@scangate/domain/reports/safe-text';
import { verdictSentence } from '@scangate/domain/reports/verdict-sentence';
import {
  pullRequestReasons,
  type PullRequestReason,
} from '@scangate/domain/verdict/decide-pull-request-check';
import { pullRequestSentence } from '@scangate/domain/verdict/pull-request-sentence';
import type { EventSummary } from './event-summary.ts';

const shortHash = 12;

interface OfCommit {
  repository: { fullName: string };
  commitHash: string;
  branch?: string | undefined;
  pullRequest?: { number: number } | undefined;
}

/** Names a repository for a title. */
export const nameOf = ({ repository }: Pick<OfCommit, 'repository'>): string =>
  oneLine(repository.fullName, 120);

const placeOf = ({ commitHash, branch, pullRequest }: OfCommit): string =>
  [
    `Commit ${oneLine(commitHash, shortHash + 1).slice(0, shortHash)}`,
    ...(branch === undefined ? [] : [`on ${oneLine(branch, 100)}`]),
    ...(pullRequest ? [`for pull request ${pullRequest.number}`] : []),
  ].join(' ');

/** Words a verdict as every report does. */
export const summarizeScan = (data: EventData<'scan.completed'> | EventData<'scan.failed'>): EventSummary => {
  const { counts, severityThreshold = '', verdict, reasons, complete } = data;
  const errorCode = 'errorCode' in data ? data.errorCode : undefined;
  const sentence = verdictSentence({
    verdict,
    reasons,
    ...(errorCode !== undefined && { errorCode }),
    summary: { vulnerabilities: counts?.vulnerabilities, secrets: counts?.secrets, severityThreshold },
    coverage: [],
  });
  return {
    title: `${verdict}: ${nameOf(data)}`,
    lines: [
      oneLine(sentence, 600),
      placeOf(data),
      ...(complete === false ? ['Not everything required was assessed.'] : []),
    ],
  };
};

/** Summarizes a canceled scan. */
export const summarizeCancelledScan = (data: EventData<'scan.cancelled'>): EventSummary => ({
  title: `Canceled: the scan of ${nameOf(data)}`,
  lines: [placeOf(data)],
});

const isReason = (text: string): text is PullRequestReason =>
  pullRequestReasons.some((reason) => reason === text);

/** Summarizes the check of a pull request. */
export const summarizePullRequestCheck = (data: EventData<'pull_request_check.completed'>): EventSummary => ({
  title: `Pull request ${data.verdict}: ${nameOf(data)}`,
  lines: [
    pullRequestSentence({
      verdict: data.verdict,
      reasons: data.reasons.filter(isReason),
      introduced: data.introduced,
      fixed: data.fixed,
      ...(data.severityThreshold !== undefined && { severityThreshold: data.severityThreshold }),
    }),
    placeOf(data),
  ],
});
