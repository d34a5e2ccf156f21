import { expect, test } from 'vitest';
import { circleci } from '@scangate/cli/ci/circleci';
import { head, noGit } from '#test/support/cli/ci-clone.ts';

const push = {
  CIRCLECI: 'true',
  CIRCLE_BRANCH: 'feature/a',
  CIRCLE_JOB: 'scan',
  CIRCLE_OIDC_TOKEN_V2: 'a.b.c',
  CIRCLE_PROJECT_REPONAME: 'octo-repo',
  CIRCLE_PROJECT_USERNAME: 'octo-org',
  CIRCLE_REPOSITORY_URL: 'git@github.com:octo-org/octo-repo.git',
  CIRCLE_SHA1: head,
  CIRCLE_WORKFLOW_ID: '6a9ae8a3-2c33-4d47-b2c6-3f9e5ed7c3b1',
};
const pullRequest = { ...push, CIRCLE_PULL_REQUEST: 'https://github.com/octo-org/octo-repo/pull/7' };

const read = (environment: Record<string, string>) => circleci.read({ environment, git: noGit });

test('a push has its commit and branch', () => {
  expect(read(push)).toMatchObject({
    host: 'circleci',
    repository: 'octo-org/octo-repo',
    commit: head,
    branch: 'feature/a',
    isFork: false,
    run: { id: push.CIRCLE_WORKFLOW_ID, attempt: '1', job: 'scan' },
    notes: [],
  });
});

test('the JWT comes from the program, which sets the audience, else from the variable', () => {
  expect(read(push).oidc).toEqual({
    kind: 'command',
    command: ['circleci', 'run', 'oidc', 'get', '--claims', '{"aud":"{audience}"}'],
    otherwise: 'CIRCLE_OIDC_TOKEN_V2',
  });
  expect(read({ ...push, CIRCLE_OIDC_TOKEN_V2: '' }).oidcCure).toContain('CIRCLE_OIDC_TOKEN_V2');
});

test('a pull request has the number at the end of its URL, and a note that asks for the base', () => {
  const context = read(pullRequest);
  expect([context.pullRequest, context.base, context.isFork]).toEqual([7, undefined, false]);
  expect(context.notes).toEqual([expect.stringContaining('--base')]);
});

test('a fork is recognized by the owner of the pull request', () => {
  const fork = { ...pullRequest, CIRCLE_BRANCH: 'pull/7', CIRCLE_PR_NUMBER: '7' };
  expect(read({ ...fork, CIRCLE_PR_USERNAME: 'someone', CIRCLE_PR_REPONAME: 'octo-repo' }).isFork).toBe(true);
});

test('a tag is not a branch', () => {
  const { CIRCLE_BRANCH: _branch, ...detached } = push;
  const context = read({ ...detached, CIRCLE_TAG: 'v1' });
  expect([context.tag, context.branch]).toEqual(['v1', undefined]);
});

test('a re-run is another workflow', () => {
  const again = 'ffffffff-2c33-4d47-b2c6-3f9e5ed7c3b1';
  expect(read({ ...push, CIRCLE_WORKFLOW_ID: again }).run?.id).toBe(again);
});

test('a project of a GitHub App is identified by its URL only, another one by its names only', () => {
  const { CIRCLE_REPOSITORY_URL: _url, ...named } = push;
  const { CIRCLE_PROJECT_USERNAME: _user, CIRCLE_PROJECT_REPONAME: _name, ...addressed } = push;
  expect([read(named).repository, read(addressed).repository]).toEqual(Array(2).fill('octo-org/octo-repo'));
});

test.each(['https://github.com/o/r/pull/0', 'https://github.com/o/r/pull/99999999999'])(
  'the URL %s is bad input',
  (address) => {
    expect(() => read({ ...push, CIRCLE_PULL_REQUEST: address })).toThrow(
      expect.objectContaining({ exitCode: 6 }),
    );
  },
);
