import { expect, test } from 'vitest';
import { checkRanges } from './range-checks.ts';

const secret = { commitHash: 'c1', file: 'settings.env' };
const history = { commits: 2, secrets: [secret], unread: [] as string[] };
const check = { verdict: 'PASS', base: { commitHash: 'base', verified: true }, history };
const scan = {
  scanId: 's',
  repositoryId: 'r',
  commitHash: 'head',
  scanTypes: ['secrets'],
  pullRequestCheck: check,
};

const removed = [
  { secret: 'ghp_1', commit: 'c1', path: 'settings.env' },
  { secret: 'ownkey_1', commit: 'c1', path: 'app.env' },
];

const checked = (changes: object) => {
  const told: string[] = [];
  const git = { removedBetween: () => ({ commits: 2, secrets: removed }) };
  const rows = { repository: [{ repositoryId: 'r', url: 'u' }], scan: [{ ...scan, ...changes }] };
  const store = { all: (record: keyof typeof rows) => rows[record] };
  const count = checkRanges({ git } as never, store as never, (_invariant, what) => told.push(what));
  return { told, count };
};
const withHistory = (given: object | undefined) => ({ pullRequestCheck: { ...check, history: given } });

test('a check that tells each removed secret by its commit is right, whatever rules of the organization find', () => {
  expect(checked({})).toEqual({ told: [], count: 1 });
  const both = [secret, { commitHash: 'c1', file: 'app.env' }];
  expect(checked(withHistory({ ...history, secrets: both }))).toEqual({ told: [], count: 1 });
});

test.each([
  ['tells no secret in c1 settings.env', withHistory({ ...history, secrets: [] })],
  ['looked at 1 and not 2 commits', withHistory({ ...history, commits: 1 })],
  [
    'tells a secret in c2 settings.env',
    withHistory({ ...history, secrets: [secret, { ...secret, commitHash: 'c2' }] }),
  ],
  ['does not tell what its commits added', withHistory(undefined)],
])('a check that %s is wrong', (what, changes) => {
  expect(checked(changes).told).toEqual([expect.stringContaining(what)]);
});

test('what was not looked at is not compared', () => {
  expect(checked({ scanTypes: ['sca'] })).toEqual({ told: [], count: 0 });
  expect(checked({ pullRequestCheck: undefined })).toEqual({ told: [], count: 0 });
  expect(checked(withHistory({ ...history, secrets: [], unread: ['the history cannot be read'] }))).toEqual({
    told: [],
    count: 0,
  });
});
