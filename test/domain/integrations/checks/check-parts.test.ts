import { expect, test } from 'vitest';
import { checkParts, isSecondEvent } from '@scangate/domain/integrations/checks/check-parts';
import { fullScan } from '#test/support/full-scan.ts';

const { artifact: _artifact, pullRequest: _pullRequest, ...scan } = fullScan;
const onPullRequest = { ...scan, pullRequest: { number: 7 } };
const neutral = { conclusion: 'neutral', title: 'Required and not scanned: secrets.' } as const;
const subjectsOf = (status: boolean, comment: boolean, of = onPullRequest) =>
  checkParts(of, neutral, { checks: { status, comment, annotations: false } }).map(({ kind, candidate }) => [
    kind,
    candidate.subject,
    candidate.weak,
  ]);
const ofCommit = ['result', `commit:${scan.commitHash}`, true];
/** On a pull request the latest result counts, so that none is weak. */
const ofPullRequest = ['comment', 'pull:7', false];

test('a repository gets the parts that its settings ask for', () => {
  expect(subjectsOf(true, true)).toEqual([ofCommit, ofPullRequest]);
  expect(subjectsOf(true, false)).toEqual([ofCommit]);
  expect(subjectsOf(false, true)).toEqual([ofPullRequest]);
  expect(checkParts(onPullRequest, neutral, {})).toEqual([]);
});

test('a scan without a pull request has no comment', () => {
  expect(
    checkParts(scan, neutral, { checks: { status: true, comment: true, annotations: false } }),
  ).toHaveLength(1);
});

test.each([
  ['scan.completed', 'FAIL', false],
  ['scan.failed', 'FAIL', true],
  ['scan.failed', 'ERROR', false],
  ['scan.cancelled', undefined, false],
] as const)('%s with %s is a second event of one result: %s', (type, verdict, expected) => {
  expect(isSecondEvent({ type, about: { ...(verdict && { verdict }) } })).toBe(expected);
});
