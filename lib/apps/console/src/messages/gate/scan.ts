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
  runningLead: 'The verdict appears here as soon as the last unit is done. You can leave the page.',
  connectionLost: 'The live connection was lost',
  connectionLostHelp: 'The scan keeps running. This page reconnects automatically.',
  reconnect: 'Reconnect',
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
  unverifiedBase: 'The pipeline named the base; it is not verified.',
  coverageDropped: '{path} was assessed in the base but not in this scan: {reason}.',
  historySecret: '{rule} in {place} of commit {commit}: gone from head, but still in the history. Revoke it.',
  historyUnread: 'Not read: {reason}.',
  assessed: 'What was assessed',
  assessedCount: (count: number) => `${plural(count, 'item', 'items')}`,
  gapTimes: (count: number) => `${count} times`,
  gapInFile: '{reason} in {file}',
  gapAlone: '{reason}',
  moreGaps: (count: number) => `${plural(count, 'more reason', 'more reasons')}`,
  cancel: 'Cancel scan',
  cancelTitle: 'Cancel this scan?',
  cancelText: 'Unfinished units give no result. Their credits are refunded.',
  rejudge: 'Judge again',
  rejudged: (verdict: string) => `Judged again: ${verdict}`,
  rejudgedSame: 'Nothing relevant has changed since the last judgment.',
  rejudgedNew: 'The first verdict does not change; the new one is shown next to it.',
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
      ? `It is ${severity}, and the gate fails there.`
      : `It is ${severity}; the gate fails at ${threshold}.`,
  coverage: (subjects: readonly string[]) =>
    `The policy requires ${list(subjects)} to be assessed, and not all of it was.`,
  failedScan: '{what}.',
});

/** The smallest change after which the scan passes. */
export const changeMessages = defineMessages({
  title: 'Smallest change that passes',
  titleInsufficient: 'What dependency changes can fix',
  sufficient: 'After this, the scan passes with current advisories.',
  insufficient: 'Dependency changes alone are not enough. These remain:',
  notJudged: 'The change that would pass was not computed.',
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
