import { expect, test } from 'vitest';
import { buildkite } from '@scangate/cli/ci/buildkite';
import type { CiGit } from '@scangate/cli/ci/ci-context';
import { cloneWith, fullClone, head, noGit, shallowClone, start } from '#test/support/cli/ci-clone.ts';

const push = {
  BUILDKITE: 'true',
  BUILDKITE_BRANCH: 'feature/a',
  BUILDKITE_BUILD_ID: '4735ba57-80d0-46e2-8fa0-b28223a86586',
  BUILDKITE_COMMIT: head,
  BUILDKITE_PULL_REQUEST: 'false',
  BUILDKITE_PULL_REQUEST_BASE_BRANCH: '',
  BUILDKITE_PULL_REQUEST_REPO: '',
  BUILDKITE_REPO: 'git@github.com:octo-org/octo-repo.git',
  BUILDKITE_RETRY_COUNT: '0',
  BUILDKITE_STEP_ID: '080b7d73-986d-4a39-a510-b34f9faf4710',
  BUILDKITE_TAG: '',
};
const pullRequest = {
  ...push,
  BUILDKITE_PULL_REQUEST: '7',
  BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'main',
  BUILDKITE_PULL_REQUEST_REPO: 'git://github.com/octo-org/octo-repo.git',
};

const read = (environment: Record<string, string>, git: CiGit = fullClone) =>
  buildkite.read({ environment, git });

test('a push has its commit and branch, and no pull request', () => {
  const context = read(push);
  expect(context).toMatchObject({
    host: 'buildkite',
    repository: 'octo-org/octo-repo',
    commit: head,
    branch: 'feature/a',
    isFork: false,
    run: { id: push.BUILDKITE_BUILD_ID, attempt: '0', job: push.BUILDKITE_STEP_ID },
    notes: [],
  });
  expect(context.pullRequest).toBeUndefined();
});

test('a build that was started manually has HEAD, which is resolved', () => {
  const started = { ...push, BUILDKITE_COMMIT: 'HEAD' };
  expect([read(started, cloneWith({ HEAD: head })).commit, read(started, noGit).commit]).toEqual([
    head,
    undefined,
  ]);
});

test('a pull request is compared with its base branch', () => {
  expect(read(pullRequest)).toMatchObject({
    pullRequest: 7,
    targetBranch: 'main',
    base: start,
    isFork: false,
  });
});

test('a merge queue is compared with its target branch', () => {
  const queue = { ...push, BUILDKITE_MERGE_QUEUE_BASE_BRANCH: 'main' };
  expect(read(queue)).toMatchObject({ targetBranch: 'main', base: start });
});

test('the branch of a fork comes after its owner', () => {
  const fork = {
    ...pullRequest,
    BUILDKITE_BRANCH: 'someone:feature/a',
    BUILDKITE_PULL_REQUEST_REPO: 'git://github.com/someone/octo-repo.git',
  };
  expect(read(fork)).toMatchObject({ isFork: true, branch: 'feature/a', repository: 'octo-org/octo-repo' });
});

test('a tag is read beside the branch', () => {
  expect(read({ ...push, BUILDKITE_TAG: 'v1' }).tag).toBe('v1');
});

test('a retried job is another attempt', () => {
  expect(read({ ...push, BUILDKITE_RETRY_COUNT: '1' }).run?.attempt).toBe('1');
});

test('a shallow clone gives no base', () => {
  const { base, notes } = read(pullRequest, shallowClone);
  expect([base, notes]).toEqual([undefined, [expect.stringContaining('git fetch origin main')]]);
});

test('the agent gives a JWT with the ids that a trust rule pins', () => {
  expect(read(push).oidc).toMatchObject({
    kind: 'command',
    command: expect.arrayContaining(['--claim', 'organization_id,pipeline_id', '{audience}']),
  });
});

test.each([
  ['BUILDKITE_PULL_REQUEST', 'true'],
  ['BUILDKITE_COMMIT', 'main'],
  ['BUILDKITE_BRANCH', 'a\u001b]0;x\u0007'],
])('%s = %j is bad input', (name, value) => {
  expect(() => read({ ...push, [name]: value })).toThrow(expect.objectContaining({ exitCode: 6 }));
});
