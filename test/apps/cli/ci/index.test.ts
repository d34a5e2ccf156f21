import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ciProviderSpecs } from '@scangate/domain/identity/ci-trust/ci-providers/index';
import { ciHosts } from '@scangate/cli/ci/ci-context';
import { ciReaders, detectCi, readCi } from '@scangate/cli/ci/index';
import { commit, git, makeDirectory, makeRepository } from '#test/support/git/test-repository.ts';

test('there is one reader for each CI', () => {
  expect(ciReaders.map(({ host }) => host).toSorted()).toEqual([...ciHosts].toSorted());
});

test('exactly the CIs that trust rules support have an identity', () => {
  const without = ciHosts.filter((host) => !Object.hasOwn(ciProviderSpecs, host));
  expect(without).toEqual(['jenkins', 'teamcity']);
  expect(Object.keys(ciProviderSpecs).every((name) => ciHosts.some((host) => host === name))).toBe(true);
});

test.each([
  [{ GITHUB_ACTIONS: 'true' }, 'github'],
  [{ GITLAB_CI: 'true' }, 'gitlab'],
  [{ JENKINS_URL: 'https://ci.example.com/' }, 'jenkins'],
  [{ TF_BUILD: 'True' }, 'azure'],
  [{ CIRCLECI: 'true' }, 'circleci'],
  [{ BITBUCKET_BUILD_NUMBER: '1' }, 'bitbucket'],
  [{ BUILDKITE: 'true' }, 'buildkite'],
  [{ TEAMCITY_VERSION: '2026.1' }, 'teamcity'],
  [{ BUILDKITE: 'true', JENKINS_URL: 'https://ci.example.com/' }, 'buildkite'],
  [{ CI: 'true' }, undefined],
  [{ GITHUB_ACTIONS: '', JENKINS_URL: '', TEAMCITY_VERSION: '' }, undefined],
  [{}, undefined],
])('%j is %s', (environment, host) => {
  expect(detectCi(environment)?.host).toBe(host);
});

test('outside of a CI the context is undefined', () => {
  expect(readCi({ environment: {}, directory: makeDirectory() })).toBeUndefined();
});

test('a pull request is read from its file and a real clone', () => {
  const origin = makeRepository();
  const start = commit(origin, { a: '1' });
  git(origin, ['switch', '--quiet', '--create', 'feature/a']);
  const head = commit(origin, { b: '2' });
  git(origin, ['switch', '--quiet', 'trunk']);
  commit(origin, { c: '3' });
  const clone = join(makeDirectory(), 'clone');
  git(origin, ['clone', '--quiet', `file://${origin}`, clone]);
  const file = join(makeDirectory(), 'event.json');
  const repo = { full_name: 'octo-org/octo-repo' };
  const pull_request = {
    number: 7,
    head: { sha: head, ref: 'feature/a', repo },
    base: { ref: 'trunk', repo },
  };
  writeFileSync(file, JSON.stringify({ pull_request }));
  const environment = {
    PATH: process.env['PATH'],
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: file,
  };
  expect(readCi({ environment, directory: clone })).toMatchObject({ commit: head, base: start, notes: [] });
});
