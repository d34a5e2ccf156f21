import { expect, test } from 'vitest';
import { azurePipelines } from '@scangate/cli/ci/azure-pipelines';
import type { CiGit } from '@scangate/cli/ci/ci-context';
import { fullClone, head, merge, shallowClone, start } from '#test/support/cli/ci-clone.ts';

const push = {
  TF_BUILD: 'True',
  BUILD_BUILDID: '4711',
  BUILD_REASON: 'IndividualCI',
  BUILD_REPOSITORY_PROVIDER: 'TfsGit',
  BUILD_REPOSITORY_URI: 'https://contoso@dev.azure.com/contoso/shop/_git/storefront',
  BUILD_SOURCEBRANCH: 'refs/heads/feature/a',
  BUILD_SOURCEBRANCHNAME: 'a',
  BUILD_SOURCEVERSION: head,
  SYSTEM_JOBID: '12f1170f-54f2-53f3-20dd-22fc7dff55f9',
  SYSTEM_JOBATTEMPT: '1',
  SYSTEM_STAGEATTEMPT: '1',
  SYSTEM_OIDCREQUESTURI:
    'https://dev.azure.com/contoso/x/_apis/distributedtask/hubs/build/plans/y/jobs/z/oidctoken',
  SYSTEM_ACCESSTOKEN: 'opaque',
};
const pullRequest = {
  ...push,
  BUILD_REASON: 'PullRequest',
  BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
  BUILD_SOURCEVERSION: merge,
  SYSTEM_PULLREQUEST_ISFORK: 'False',
  SYSTEM_PULLREQUEST_PULLREQUESTID: '7',
  SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/feature/a',
  SYSTEM_PULLREQUEST_SOURCECOMMITID: head,
  SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main',
};

const read = (environment: Record<string, string>, git: CiGit = fullClone) =>
  azurePipelines.read({ environment, git });

test('a push has its commit and whole branch', () => {
  expect(read(push)).toMatchObject({
    host: 'azure',
    repository: '_git/storefront',
    commit: head,
    branch: 'feature/a',
    isFork: false,
    run: { id: '4711', attempt: '1.1', job: push.SYSTEM_JOBID },
    oidc: { kind: 'request', method: 'POST', property: 'oidcToken' },
    notes: [],
  });
});

test('a pull request has the pushed commit, not the merge', () => {
  expect(read(pullRequest)).toMatchObject({
    commit: head,
    branch: 'feature/a',
    pullRequest: 7,
    targetBranch: 'main',
    base: start,
  });
});

test('a pull request at GitHub has the number that GitHub shows, and may come from a fork', () => {
  const atGithub = {
    ...pullRequest,
    BUILD_REPOSITORY_PROVIDER: 'GitHub',
    BUILD_REPOSITORY_URI: 'https://github.com/octo-org/octo-repo',
    SYSTEM_PULLREQUEST_PULLREQUESTID: '1746394121',
    SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: '7',
    SYSTEM_PULLREQUEST_ISFORK: 'True',
    SYSTEM_PULLREQUEST_TARGETBRANCH: 'main',
  };
  expect(read(atGithub)).toMatchObject({
    repository: 'octo-org/octo-repo',
    pullRequest: 7,
    isFork: true,
    targetBranch: 'main',
    base: start,
  });
});

test('a tag is not a branch', () => {
  const context = read({ ...push, BUILD_SOURCEBRANCH: 'refs/tags/v1' });
  expect([context.tag, context.branch]).toEqual(['v1', undefined]);
});

test('a stage or job that runs again is another attempt', () => {
  expect(read({ ...push, SYSTEM_JOBATTEMPT: '2' }).run?.attempt).toBe('1.2');
  expect(read({ ...push, SYSTEM_STAGEATTEMPT: '2' }).run?.attempt).toBe('2.1');
});

test('a shallow clone, which is the default, gives no base', () => {
  const { base, notes } = read(pullRequest, shallowClone);
  expect([base, notes]).toEqual([undefined, [expect.stringContaining('fetchDepth: 0')]]);
});

test('a step without the job token gets a message about how to get it', () => {
  expect(read({ ...push, SYSTEM_ACCESSTOKEN: '' }).oidcCure).toContain('$(System.AccessToken)');
});

test('a hash with a line break is bad input', () => {
  expect(() => read({ ...pullRequest, SYSTEM_PULLREQUEST_SOURCECOMMITID: `${head}\n##vso[task.x]` })).toThrow(
    expect.objectContaining({ exitCode: 6 }),
  );
});
