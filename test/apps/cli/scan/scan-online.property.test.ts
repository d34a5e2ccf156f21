import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '#test/support/runs/samples.ts';
import { runMain } from '#test/support/cli/run-main.ts';
import { canary, failed, scanId, scriptedService } from '#test/support/cli/scripted-service.ts';
import { commit as commitFiles, git } from '#test/support/git/test-repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-gate-'));
const clone = join(folder, 'clone');
let commit = '';
beforeAll(() => {
  mkdirSync(clone);
  git(clone, ['init', '--quiet', '--initial-branch=trunk']);
  commit = commitFiles(clone, { 'package-lock.json': '{}' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const address = { SCANGATE_URL: 'https://scangate.example', SCANGATE_TOKEN: canary };

/** Flags that a pipeline file may have. Those that end before a verdict are left out. */
const flags = fc.subarray([
  ['--commit', 'HEAD'],
  ['--commit', 'f'.repeat(40)],
  ['--branch', 'main'],
  ['--base', 'b'.repeat(40)],
  ['--pull-request', '7'],
  ['--unit', 'services/api'],
  ['--types', 'license'],
  ['--lockfile', 'package-lock.json'],
  ['--gate', 'api'],
  ['--fail-on', 'low'],
  ['--fail-on', 'unassessed'],
  ['--timeout', '1'],
  ['--interval', '1'],
  ['--format', 'sarif'],
  ['--cancel-on-interrupt'],
  ['--json'],
  ['--quiet'],
  ['--color', 'always'],
  ['--repository', 'acme/shop'],
  ['--organization', 'x'],
  ['--debug'],
]);

const settings = fc.constantFrom(
  '',
  'failOn: critical',
  'failOn: unassessed',
  'timeoutSeconds: 1',
  'color: never',
  'reports: [{ format: junit, output: report.xml }]',
  'gate: pull-request',
  'url: https://other.example',
  'types: [license]',
);

const hostile = fc.constantFrom(
  '',
  'main',
  'a\n::set-output name=x::y',
  '%0A',
  '\u001b[2J',
  'c'.repeat(40),
  'false',
);
const variables = fc.dictionary(
  fc.constantFrom(
    'GITHUB_ACTIONS',
    'GITHUB_SHA',
    'GITHUB_REPOSITORY',
    'GITHUB_EVENT_NAME',
    'GITHUB_EVENT_PATH',
    'GITLAB_CI',
    'CI_COMMIT_SHA',
    'CI_MERGE_REQUEST_DIFF_BASE_SHA',
    'CIRCLECI',
    'CIRCLE_SHA1',
    'BUILDKITE',
    'BUILDKITE_COMMIT',
    'JENKINS_URL',
    'CI',
    'NO_COLOR',
    'SCANGATE_ORGANIZATION',
  ),
  fc.oneof(hostile, fc.constant('true')),
  { maxKeys: 5 },
);

test('nothing that a committer controls results in 0 when the service said FAIL', async () => {
  let reached = 0;
  const property = fc.asyncProperty(flags, settings, variables, async (given, text, environment) => {
    writeFileSync(join(clone, '.scangate.yaml'), text);
    const service = scriptedService({ verdict: failed });
    const args = [
      'scan',
      ...(given.some(([name]) => name === '--repository') ? [] : ['--repository', 'acme/shop']),
    ];
    const { exitCode } = await runMain([...args, ...given.flat()], {
      directory: clone,
      fetch: service.fetch,
      environment: { PATH: process.env['PATH'], ...environment, ...address },
    });
    if (service.lines().includes(`GET /v1/scans/${scanId}/wait`)) reached += 1;
    return exitCode !== 0;
  });
  const { failed: isOpen, counterexample } = await fc.check(property, { numRuns: runs(100) });
  expect([isOpen, counterexample]).toEqual([false, null]);
  expect(reached).toBeGreaterThan(2);
});

test('a run that dies at any request and is repeated requests one scan', async () => {
  rmSync(join(clone, '.scangate.yaml'), { force: true });
  const environment = {
    PATH: process.env['PATH'],
    ...address,
    CIRCLECI: 'true',
    CIRCLE_SHA1: commit,
    CIRCLE_BRANCH: 'main',
    CIRCLE_WORKFLOW_ID: 'w',
    CIRCLE_WORKFLOW_JOB_ID: 'j',
    CIRCLE_BUILD_NUM: '1',
    CIRCLE_PROJECT_USERNAME: 'acme',
    CIRCLE_PROJECT_REPONAME: 'shop',
  };
  const keys = new Set<string | null>();
  for (const last of [1, 2, 3, 4]) {
    for (const dies of [true, false]) {
      const service = scriptedService();
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const answer = await service.fetch(input, init);
        if (dies && service.requests.length >= last) throw new Error('the process was killed');
        return answer;
      };
      const { exitCode } = await runMain(['scan'], { directory: clone, fetch, environment });
      expect([last, exitCode]).toEqual([last, dies ? 3 : 0]);
      for (const { method, headers } of service.requests)
        if (method === 'POST') keys.add(headers.get('idempotency-key'));
    }
  }
  expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
});
