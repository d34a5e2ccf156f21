import { defineMessages } from '../define-messages.ts';
import { list, plural } from '../format.ts';

const findings = (count: number): string => plural(count, 'finding', 'findings');

/** The Scan page. Places in braces are filled with texts of the repository. */
export const scanMessages = defineMessages({
  title: (commit: string) => `Scan of ${commit}`,
  onBranch: 'on {branch}',
  pullRequest: (count: number) => `pull request ${count}`,
  started: 'started {when}',
  judged: 'judged {when}',
  units: (done: number, total: number) => `${done} of ${plural(total, 'unit', 'units')} done`,
  unitsFailed: (failed: number) => `${failed} failed`,
  running: 'Running',
  runningLead: 'The verdict appears here as soon as the last unit ends. You can leave the page.',
  connectionLost: 'The live connection was lost',
  connectionLostHelp: 'The scan keeps running. This page connects again.',
  reconnect: 'Connect again',
  verdict: 'Verdict',
  alsoFailing: (parts: readonly string[]) => `Also failing: ${list(parts)}.`,
  failure: (what: string, help: string) => `${what}. ${help}`,
  below: (count: number) => (count === 0 ? 'No findings below.' : `${findings(count)} below.`),
  passes: (threshold: string) => `Nothing at or above ${threshold}.`,
  passesCritical: 'Nothing critical.',
  notScanned: (types: readonly string[]) =>
    `Required and not scanned: ${list(types)}. This PASS is not shown as green.`,
  pullRequestTitle: 'Pull request check',
  pullRequestCounts: (introduced: number, fixed: number, unchanged: number) =>
    `${introduced} introduced, ${fixed} fixed, ${unchanged} unchanged`,
  unverifiedBase: 'The base was named by the pipeline and is not proven.',
  coverageDropped: '{path} was assessed in the base and is not now: {reason}.',
  historySecret: '{rule} in {place} of commit {commit}: gone from head, still in history. Revoke it.',
  historyUnread: 'Not looked at: {reason}.',
  assessed: 'What was assessed',
  assessedCount: (count: number) => `${plural(count, 'item', 'items')}`,
  gapTimes: (count: number) => `${count} times`,
  gapInFile: '{reason} in {file}',
  gapAlone: '{reason}',
  moreGaps: (count: number) => `${plural(count, 'more reason', 'more reasons')}`,
  cancel: 'Cancel scan',
  cancelTitle: 'Cancel this scan?',
  cancelText: 'Units that did not end give no result. Their credits are returned.',
  rejudge: 'Judge again',
  rejudged: (verdict: string) => `Judged again: ${verdict}`,
  rejudgedSame: 'Nothing that counts has changed since the last judgment.',
  rejudgedNew: 'The first verdict stays as it was; the new one stands beside it.',
  compare: 'Compare',
  print: 'Print',
  judgments: 'Judgments',
  reason: 'Reason',
  judgedAt: 'Judged',
});

/** Sentences that say what made the verdict, with the finding in its place. */
export const causeMessages = defineMessages({
  vulnerability: '{package} has {advisory}: {title}.',
  malicious: '{package} is malicious: {title}.',
  secret: '{title} in {place}.',
  license: '{package} is under {license}, which the policy does not accept.',
  severityAt: (severity: string, threshold: string) =>
    severity === threshold
      ? `It is ${severity}, and the gate closes there.`
      : `It is ${severity}; the gate closes at ${threshold}.`,
  coverage: (subjects: readonly string[]) =>
    `The policy wants ${list(subjects)} assessed, and not all of it was.`,
  failedScan: '{what}.',
});

/** The smallest change after which the scan passes. */
export const changeMessages = defineMessages({
  title: 'Smallest change that passes',
  titleInsufficient: 'What dependencies can do',
  sufficient: 'After this, the scan passes by the advisories of now.',
  insufficient: 'No change of dependencies is enough. These remain:',
  notJudged: 'Which change would pass was not judged.',
  upgrade: 'Upgrade {package} to {version}',
  remove: 'Remove {package}',
  through: 'through {direct}',
  breaking: 'breaking',
  clears: (ids: number) => `clears ${plural(ids, 'advisory', 'advisories')}`,
  remains: (count: number) => `${plural(count, 'more', 'more')}`,
});

/** The tabs of a judged scan. */
export const tabMessages = defineMessages({
  label: 'Parts of the scan',
  findings: 'Findings',
  changes: 'Changes',
  upgrades: 'Upgrade plan',
  units: 'Units',
  evidence: 'Evidence',
});
