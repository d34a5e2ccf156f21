import { expect, test } from 'vitest';
import { gitlabCi } from '@scangate/cli/ci/gitlab-ci';
import { head, merge, noGit, start } from '#test/support/cli/ci-clone.ts';

const push = {
  CI: 'true',
  GITLAB_CI: 'true',
  CI_PROJECT_PATH: 'group/team/shop',
  CI_PIPELINE_ID: '1293',
  CI_JOB_ID: '50',
  CI_JOB_NAME: 'scangate',
  CI_COMMIT_SHA: head,
  CI_COMMIT_BRANCH: 'main',
  SCANGATE_ID_TOKEN: 'a.b.c',
};
const { CI_COMMIT_BRANCH: _branch, ...withoutBranch } = push;
const mergeRequest = {
  ...withoutBranch,
  CI_MERGE_REQUEST_IID: '7',
  CI_MERGE_REQUEST_EVENT_TYPE: 'detached',
  CI_MERGE_REQUEST_PROJECT_ID: '20',
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '20',
  CI_MERGE_REQUEST_PROJECT_PATH: 'group/team/shop',
  CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature/a',
  CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
  CI_MERGE_REQUEST_DIFF_BASE_SHA: start,
};

const read = (environment: Record<string, string>) => gitlabCi.read({ environment, git: noGit });

test('a push has its commit, branch and project by the last two parts of the path', () => {
  expect(read(push)).toEqual({
    host: 'gitlab',
    repository: 'team/shop',
    commit: head,
    branch: 'main',
    isFork: false,
    run: { id: '1293', attempt: '50', job: 'scangate' },
    oidc: { kind: 'variable', variable: 'SCANGATE_ID_TOKEN' },
    notes: [],
  });
});

test('a merge request has its number, source branch and the base that GitLab reports', () => {
  expect(read(mergeRequest)).toMatchObject({
    commit: head,
    branch: 'feature/a',
    pullRequest: 7,
    targetBranch: 'main',
    base: start,
    isFork: false,
  });
});

test.each(['merged_result', 'merge_train'])('in a pipeline of %s the commit is the pushed one', (type) => {
  const environment = {
    ...mergeRequest,
    CI_MERGE_REQUEST_EVENT_TYPE: type,
    CI_COMMIT_SHA: merge,
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head,
  };
  expect(read(environment).commit).toBe(head);
});

test('a fork is recognized by the ids of the projects', () => {
  const fork = { ...mergeRequest, CI_PROJECT_PATH: 'someone/shop', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '21' };
  expect(read(fork)).toMatchObject({ isFork: true, repository: 'team/shop' });
});

test('a tag is not a branch', () => {
  const context = read({ ...withoutBranch, CI_COMMIT_TAG: 'v1' });
  expect([context.tag, context.branch, context.commit]).toEqual(['v1', undefined, head]);
});

test('a retried job is another attempt of the same pipeline', () => {
  expect(read({ ...push, CI_JOB_ID: '51' }).run).toEqual({ id: '1293', attempt: '51', job: 'scangate' });
});

test('without the base a note says which flag to give', () => {
  const context = read({ ...mergeRequest, CI_MERGE_REQUEST_DIFF_BASE_SHA: '' });
  expect([context.base, context.notes]).toEqual([undefined, [expect.stringContaining('--base')]]);
});

test('without an id token the remedy is named', () => {
  expect(read({ ...push, SCANGATE_ID_TOKEN: '' }).oidcCure).toContain('id_tokens');
});

test.each([
  ['CI_COMMIT_SHA', 'HEAD'],
  ['CI_MERGE_REQUEST_IID', '-1'],
  ['CI_MERGE_REQUEST_DIFF_BASE_SHA', `${start}\n`],
  ['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'a\u2028b'],
  ['CI_MERGE_REQUEST_TARGET_BRANCH_NAME', 'x'.repeat(256)],
])('%s = %j is bad input', (name, value) => {
  expect(() => read({ ...mergeRequest, [name]: value })).toThrow(
    expect.objectContaining({ exitCode: 6, message: expect.stringContaining(name) }),
  );
});
