import { expect, test } from 'vitest';
import type { CiGit } from '@scangate/cli/ci/ci-context';
import { jenkins } from '@scangate/cli/ci/jenkins';
import {
  cloneWith,
  fullClone,
  head,
  merge,
  noGit,
  shallowClone,
  start,
  tip,
} from '#test/support/cli/ci-clone.ts';

const push = {
  JENKINS_URL: 'https://ci.example.com/',
  BUILD_URL: 'https://ci.example.com/job/shop/job/main/12/',
  BUILD_TAG: 'jenkins-shop-main-12',
  STAGE_NAME: 'Scan',
  GIT_URL: 'https://ci:s3cret@github.com/octo-org/octo-repo.git',
  GIT_COMMIT: head,
  GIT_BRANCH: 'main',
  BRANCH_NAME: 'main',
};
const change = {
  ...push,
  BRANCH_NAME: 'PR-7',
  GIT_BRANCH: 'PR-7',
  GIT_COMMIT: merge,
  CHANGE_ID: '7',
  CHANGE_BRANCH: 'feature/a',
  CHANGE_TARGET: 'main',
};
const cloneOfChange = cloneWith({ 'refs/remotes/origin/PR-7': head, 'refs/remotes/origin/main': tip });

const read = (environment: Record<string, string>, git: CiGit) => jenkins.read({ environment, git });

test('a push has its commit and branch; a credential in GIT_URL is left out', () => {
  const context = read(push, fullClone);
  expect(context).toMatchObject({
    host: 'jenkins',
    repository: 'octo-org/octo-repo',
    commit: head,
    branch: 'main',
    isFork: false,
    run: { id: push.BUILD_URL, attempt: '1', job: 'Scan' },
  });
  expect(JSON.stringify(context)).not.toContain('s3cret');
});

test('a job that is not multibranch has a branch with the name of the remote', () => {
  const { BRANCH_NAME: _name, ...single } = push;
  expect(read({ ...single, GIT_BRANCH: 'origin/main' }, noGit).branch).toBe('main');
});

test('the commit of a change is the fetched tip, because GIT_COMMIT may be a local merge', () => {
  expect(read(change, cloneOfChange)).toMatchObject({
    commit: head,
    branch: 'feature/a',
    pullRequest: 7,
    targetBranch: 'main',
    base: start,
    notes: [],
  });
});

test('without the tip GIT_COMMIT is used, with a note', () => {
  const { commit, notes } = read(change, fullClone);
  expect([commit, notes[0]]).toEqual([merge, expect.stringContaining('--commit')]);
});

test('a change of a fork is recognized by CHANGE_FORK', () => {
  expect(read({ ...change, CHANGE_FORK: 'someone' }, cloneOfChange).isFork).toBe(true);
});

test('a tag is not a branch', () => {
  const context = read({ ...push, BRANCH_NAME: 'v1', TAG_NAME: 'v1' }, noGit);
  expect([context.tag, context.branch]).toEqual(['v1', undefined]);
});

test('a replay is a separate build', () => {
  const again = 'https://ci.example.com/job/shop/job/main/13/';
  expect(read({ ...push, BUILD_URL: again }, noGit).run?.id).toBe(again);
});

test('a shallow clone gives no base', () => {
  const { base, notes } = read(change, { ...cloneOfChange, isShallow: shallowClone.isShallow });
  expect([base, notes]).toEqual([undefined, [expect.stringContaining('shallow')]]);
});

test('there is no identity to exchange', () => {
  const { oidc, oidcCure } = read(push, noGit);
  expect([oidc, oidcCure]).toEqual([undefined, expect.stringContaining('SCANGATE_TOKEN')]);
});

test('a change that is not a number is bad input', () => {
  expect(() => read({ ...change, CHANGE_ID: 'I8473b95934b5732ac55d26311a706c9c2bde9940' }, noGit)).toThrow(
    expect.objectContaining({ exitCode: 6, message: expect.stringContaining('CHANGE_ID') }),
  );
});
