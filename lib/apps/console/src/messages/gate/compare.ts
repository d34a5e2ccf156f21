import { defineMessages } from '../define-messages.ts';
import { list, number, plural } from '../format.ts';

/** The comparison of two scans. */
export const compareMessages = defineMessages({
  title: 'Changes',
  with: 'Compare with',
  nothing: 'Choose a scan',
  otherScan: 'The chosen scan',
  option: (commit: string, branch: string, when: string) =>
    branch === '' ? `${commit}, ${when}` : `${commit} on ${branch}, ${when}`,
  choose: 'Nothing to compare yet',
  chooseHelp:
    'Choose an earlier scan of this repository. A scan of a pull request is compared with its base.',
  against: 'Compared with {commit}, which was {verdict}.',
  differs: (inputs: readonly string[]) => `Different: ${list(inputs)}.`,
  sameInputs: 'Both were judged with the same inputs.',
  introduced: 'Introduced',
  fixed: 'Fixed',
  unchanged: 'Unchanged',
  none: {
    introduced: 'Nothing was introduced',
    fixed: 'Nothing was fixed',
    unchanged: 'Nothing is in both',
  },
  failing: (count: number) => `${plural(count, 'finding fails', 'findings fail')} the gate.`,
  shown: (shown: number, total: number) =>
    `${number(shown)} of ${number(total)} are listed, the most severe first.`,
  count: 'Count',
  onlyHere: 'Only here',
  onlyThere: 'Only there',
  why: (where: string, reason: string, causes: readonly string[]) =>
    `${where}: ${reason}. Cause: ${list(causes)}.`,
  cause: (input: string, findings: number) => `${input} (${plural(findings, 'finding', 'findings')})`,
  inputs: {
    code: 'the code',
    advisories: 'the advisories',
    policy: 'the policy',
    suppressions: 'the suppressions',
    waivers: 'the waivers',
    engines: 'the engines',
    scanTypes: 'the scan types',
  },
  dimensions: { dependencies: 'Dependencies', code: 'Code', secrets: 'Secrets', licenses: 'Licenses' },
});
