import { expect, test } from 'vitest';
import type { CiGit } from '@scangate/cli/ci/ci-context';
import { parseProperties } from '@scangate/cli/ci/properties';
import { teamcity } from '@scangate/cli/ci/teamcity';
import { fullClone, head, shallowClone, start } from '#test/support/cli/ci-clone.ts';

const environment = {
  TEAMCITY_VERSION: '2026.1 (build 200000)',
  TEAMCITY_BUILDCONF_NAME: 'Scan',
  TEAMCITY_BUILD_PROPERTIES_FILE: '/opt/buildagent/temp/buildTmp/teamcity.build.properties',
  BUILD_NUMBER: '12',
  BUILD_VCS_NUMBER: head,
  BUILD_URL: 'https://teamcity.example.com/buildConfiguration/Shop_Scan/4711',
};
const push = [
  'teamcity.build.id=4711',
  'teamcity.buildType.id=Shop_Scan',
  'teamcity.build.branch=feature/a',
  'vcsroot.url=https\\://github.com/octo-org/octo-repo.git',
];
const pullRequest = [
  ...push.slice(0, 2),
  'teamcity.build.branch=pull/7',
  'teamcity.pullRequest.number=7',
  'teamcity.pullRequest.source.branch=feature/a',
  'teamcity.pullRequest.target.branch=main',
];

const read = (lines: readonly string[], git: CiGit = fullClone) =>
  teamcity.read({ environment, event: parseProperties(lines.join('\n')), git });

test('a push has its commit, branch and repository', () => {
  expect(read(push)).toMatchObject({
    host: 'teamcity',
    repository: 'octo-org/octo-repo',
    commit: head,
    branch: 'feature/a',
    isFork: false,
    run: { id: '4711', attempt: '1', job: 'Shop_Scan' },
    notes: [],
  });
});

test.each(['<default>', 'pull/7', 'pull/7/head', 'merge-requests/7'])('%s is not a branch', (name) => {
  expect(read([`teamcity.build.branch=${name}`]).branch).toBeUndefined();
});

test('a pull request is compared with its target', () => {
  expect(read(pullRequest)).toMatchObject({
    pullRequest: 7,
    branch: 'feature/a',
    targetBranch: 'main',
    base: start,
  });
});

test('a shallow clone gives no base', () => {
  const { base, notes } = read(pullRequest, shallowClone);
  expect([base, notes]).toEqual([undefined, [expect.stringContaining('shallowClone')]]);
});

test('without the files the variables give the commit and the run', () => {
  const context = teamcity.read({ environment, git: fullClone });
  expect([context.commit, context.run]).toEqual([
    head,
    { id: environment.BUILD_URL, attempt: '1', job: 'Scan' },
  ]);
});

test('a build that runs again has another id', () => {
  expect(read(['teamcity.build.id=4712']).run?.id).toBe('4712');
});

test.each(['teamcity.pullRequest.number=x', 'teamcity.build.branch=a\\u001b[2J', 'teamcity.build.id=1\\n2'])(
  '%s is bad input',
  (line) => {
    expect(() => read([line])).toThrow(expect.objectContaining({ exitCode: 6 }));
  },
);
