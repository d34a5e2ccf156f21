import { expect, test } from 'vitest';
import { bitbucketPipelines } from '@scangate/cli/ci/bitbucket-pipelines';
import type { CiGit } from '@scangate/cli/ci/ci-context';
import { cloneWith, fullClone, head, shallowClone, start, tip } from '#test/support/cli/ci-clone.ts';

const push = {
  CI: 'true',
  BITBUCKET_BUILD_NUMBER: '12',
  BITBUCKET_BRANCH: 'feature/a',
  BITBUCKET_COMMIT: head,
  BITBUCKET_PIPELINE_UUID: '{6a9ae8a3-2c33-4d47-b2c6-3f9e5ed7c3b1}',
  BITBUCKET_REPO_FULL_NAME: 'sample/shop',
  BITBUCKET_STEP_RUN_NUMBER: '1',
  BITBUCKET_STEP_UUID: '{11111111-2c33-4d47-b2c6-3f9e5ed7c3b1}',
  BITBUCKET_STEP_OIDC_TOKEN: 'a.b.c',
};
const destination = tip.slice(0, 12);
const pullRequest = {
  ...push,
  BITBUCKET_PR_ID: '7',
  BITBUCKET_PR_DESTINATION_BRANCH: 'main',
  BITBUCKET_PR_DESTINATION_COMMIT: destination,
};
const clone = cloneWith({ [destination]: tip, [head.slice(0, 12)]: head });

const read = (environment: Record<string, string>, git: CiGit = clone) =>
  bitbucketPipelines.read({ environment, git });

test('a push has its commit and branch', () => {
  expect(read(push)).toEqual({
    host: 'bitbucket',
    repository: 'sample/shop',
    commit: head,
    branch: 'feature/a',
    isFork: false,
    run: { id: push.BITBUCKET_PIPELINE_UUID, attempt: '1', job: push.BITBUCKET_STEP_UUID },
    oidc: { kind: 'variable', variable: 'BITBUCKET_STEP_OIDC_TOKEN' },
    notes: [],
  });
});

test('a pull request is compared with the commit that it targets, whose hash is short', () => {
  expect(read(pullRequest)).toMatchObject({
    commit: head,
    pullRequest: 7,
    targetBranch: 'main',
    base: start,
  });
});

test('a short hash of the commit is resolved, and a note says when the clone does not have it', () => {
  const short = { ...pullRequest, BITBUCKET_COMMIT: head.slice(0, 12) };
  expect(read(short).commit).toBe(head);
  const hidden = read(short, fullClone);
  expect([hidden.commit, hidden.notes]).toEqual([undefined, [expect.stringContaining('depth: full')]]);
});

test('a tag is not a branch', () => {
  const { BITBUCKET_BRANCH: _branch, ...detached } = push;
  const context = read({ ...detached, BITBUCKET_TAG: 'v1' });
  expect([context.tag, context.branch]).toEqual(['v1', undefined]);
});

test('a step that runs again is another attempt', () => {
  expect(read({ ...push, BITBUCKET_STEP_RUN_NUMBER: '2' }).run?.attempt).toBe('2');
});

test('a shallow clone, which is the default, gives no base', () => {
  const { base, notes } = read(pullRequest, shallowClone);
  expect([base, notes]).toEqual([undefined, [expect.stringContaining('depth: full')]]);
});

test('a step without an identity gets a message about how to get it', () => {
  expect(read({ ...push, BITBUCKET_STEP_OIDC_TOKEN: '' }).oidcCure).toContain('oidc: true');
});

test('a commit that is not a hash is bad input', () => {
  expect(() => read({ ...push, BITBUCKET_COMMIT: 'main' })).toThrow(expect.objectContaining({ exitCode: 6 }));
});
