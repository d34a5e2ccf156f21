import type { DifferenceCounts, PullRequestCheck, PullRequestReason } from './decide-pull-request-check.ts';

const reasonTexts: Readonly<Record<PullRequestReason, string>> = {
  introduced_vulnerabilities: 'it introduces vulnerabilities',
  introduced_secrets: 'it introduces secrets',
  introduced_non_compliant_licenses: 'it introduces licenses that are not compliant',
  coverage_dropped: 'it leaves unassessed what the base assessed',
  no_new_issues: 'it introduces nothing',
  scan_failed: 'the scan failed',
  base_not_available: 'the base cannot be read',
  base_not_reviewed: 'the base is no commit of a reviewed branch',
};

/** Counts the findings of one side of a difference. */
export const countFindings = ({ vulnerabilities, secrets, licenses }: DifferenceCounts): number =>
  (vulnerabilities?.total ?? 0) + (secrets?.total ?? 0) + (licenses?.nonCompliant ?? 0);

/** The part of a check that is shown to people; an event does not include unchanged findings. */
export type DescribedCheck = Pick<PullRequestCheck, 'verdict' | 'introduced' | 'fixed'> &
  Partial<Pick<PullRequestCheck, 'severityThreshold' | 'unchanged'>> & {
    reasons: readonly PullRequestReason[];
  };

/** Describes in one sentence what a check decided, and in a second one what changed. */
export const pullRequestSentence = (check: DescribedCheck): string => {
  const { verdict, reasons, severityThreshold, introduced, fixed, unchanged } = check;
  const why = reasons.map((reason) => reasonTexts[reason]).join(', ');
  if (verdict === 'ERROR') return `ERROR: ${why}.`;
  const from = severityThreshold ? ` at or above ${severityThreshold}` : '';
  const because = verdict === 'PASS' ? `${why}${from}` : why;
  const same = unchanged ? `, ${countFindings(unchanged)} unchanged` : '';
  const counts = `${countFindings(introduced)} introduced, ${countFindings(fixed)} fixed${same}`;
  return `${verdict}: ${because}. Findings: ${counts}.`;
};

const shortHash = 12;

/** Describes findings in the history of the change that are gone from its head, and what was not examined. */
export const historyLines = ({ history }: Pick<PullRequestCheck, 'history'>): string[] => {
  if (!history) return [];
  const secrets = history.secrets.map(
    ({ commitHash, file, line, rule, severity }) =>
      `${rule} (${severity}) in ${file}:${line} of commit ${commitHash.slice(0, shortHash)}: gone from head, still in history. Whoever reads the history has it: revoke it.`,
  );
  return [...secrets, ...history.unread.map((reason) => `Not read: ${reason}.`)];
};
