import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMain, type MainWorld } from '#test/support/cli/run-main.ts';
import {
  canary,
  failed,
  problem,
  scanId,
  scriptedService,
  severities,
  verdictOf,
  type Script,
} from '#test/support/cli/scripted-service.ts';
import { commit as commitFiles, git } from '#test/support/git/test-repository.ts';

let directory = '';
const folder = mkdtempSync(join(tmpdir(), 'scangate-online-'));
beforeAll(() => {
  directory = join(folder, 'clone');
  mkdirSync(directory);
  git(directory, ['init', '--quiet', '--initial-branch=trunk']);
  commitFiles(directory, { 'a.js': 'console.log(1);\n', 'package-lock.json': '{}' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const environment = { SCANGATE_URL: 'https://scangate.example', SCANGATE_TOKEN: canary };

const run = async (args: string[], script: Script = {}, world: MainWorld = {}) => {
  const service = scriptedService(script);
  const ran = await runMain(['scan', '--repository', 'acme/shop', ...args], {
    directory,
    fetch: service.fetch,
    ...world,
    environment: { PATH: process.env['PATH'], ...environment, ...world.environment },
  });
  for (const text of [ran.out, ran.log]) expect(text).not.toContain(canary);
  return { ...ran, service };
};

const github = (changes: Record<string, string> = {}) => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: 'd'.repeat(40),
  GITHUB_REF: 'refs/heads/main',
  GITHUB_REF_NAME: 'main',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_RUN_ID: '17',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_JOB: 'gate',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_EVENT_NAME: 'push',
  ...changes,
});

describe('each exit code has its own cause', () => {
  const waits = (verdict: unknown): Script => ({ verdict });
  const creates = (response: () => Response): Script => ({ answers: { 'POST /v1/scans': response } });
  const lost = () => {
    throw new TypeError('fetch failed');
  };
  const low = verdictOf({ summary: { secrets: severities({ low: 2 }), severityThreshold: 'critical' } });

  test.each<[number, string, Script, string[]]>([
    [1, 'critical_secrets_found', waits(failed), []],
    [2, 'scan_failed', waits(verdictOf({ verdict: 'ERROR', reason: 'scan_failed' })), []],
    [3, 'wait_timeout', waits(verdictOf({ verdict: null, reason: 'wait_timeout' })), ['--timeout', '1']],
    [
      6,
      'commit_not_found',
      waits(verdictOf({ verdict: 'ERROR', errorCode: 'branch_or_commit_not_found' })),
      [],
    ],
    [1, 'fail_on', waits(low), ['--fail-on', 'low']],
    [0, 'no_issues_found', waits(low), ['--fail-on', 'medium']],
    [4, 'unauthenticated', creates(() => problem(401, 'unauthenticated')), []],
    [4, 'forbidden', creates(() => problem(403, 'forbidden')), []],
    [5, 'insufficient_credits', creates(() => problem(402, 'insufficient_credits', { pool: 'core' })), []],
    [3, 'rate_limited', creates(() => problem(429, 'rate_limited')), []],
    [3, 'internal_error', creates(() => problem(500, 'internal_error')), []],
    [6, 'validation_failed', creates(() => problem(400, 'validation_failed')), []],
    [3, 'unexpected_answer', creates(() => new Response('<html>')), []],
    [3, 'unexpected_answer', creates(() => new Response('{"scanId":', { status: 200 })), []],
    [3, 'out_of_reach', creates(lost), []],
  ])('%d %s', async (code, because, script, args) => {
    const { exitCode, out } = await run([...args, '--json'], script);
    const { exit } = JSON.parse(out) as { exit: object };
    expect([exitCode, exit]).toEqual([code, expect.objectContaining({ code, because })]);
  });

  test('a timeout leaves the scan running, and says how to continue', async () => {
    const { exitCode, log } = await run(['--timeout', '1'], waits(verdictOf({ verdict: null })));
    expect([exitCode, log]).toEqual([3, expect.stringContaining(`scangate wait ${scanId}`)]);
  });

  test('402 prints the code, the pool and the remedy', async () => {
    const refusal = () => problem(402, 'insufficient_credits', { pool: 'core', remedy: 'Buy credits.' });
    const { log } = await run([], creates(refusal));
    expect(log).toMatch(/402 insufficient_credits[^]*pool: core[^]*Buy credits\./);
  });

  test('a repository that is not connected is reported with the command that connects it', async () => {
    const answers = { 'GET /v1/repositories/resolve': () => problem(404, 'repository_not_found') };
    const { exitCode, log } = await run([], { answers });
    expect([exitCode, log]).toEqual([
      6,
      expect.stringContaining('curl -X POST https://scangate.example/v1/repositories'),
    ]);
  });

  test('Ctrl-C leaves the scan running, or cancels it if requested', async () => {
    const interruption = new AbortController();
    const answers = {
      [`GET /v1/scans/${scanId}/wait`]: () => {
        interruption.abort(new Error('Interrupted.'));
        return Response.error();
      },
    };
    const { exitCode, log } = await run([], { answers }, { interrupted: interruption.signal });
    expect([exitCode, log]).toEqual([
      3,
      expect.stringContaining(`Interrupted. The scan is still running: scangate wait ${scanId}`),
    ]);
    const again = new AbortController();
    const canceling = {
      ...answers,
      [`GET /v1/scans/${scanId}/wait`]: () => (again.abort(), Response.error()),
    };
    const ended = await run(['--cancel-on-interrupt'], { answers: canceling }, { interrupted: again.signal });
    expect([ended.exitCode, ended.service.lines().at(-1)]).toEqual([3, `POST /v1/scans/${scanId}/cancel`]);
  });
});

describe('refused before any request', () => {
  test.each<[string[], string, Record<string, string>?]>([
    [['--lockfile', 'package-lock.json', '--sbom', 'a.js'], 'exclude each other'],
    [['--lockfile', 'none.lock'], 'none.lock does not exist'],
    [['--lockfile', '.'], 'is not a file'],
    [['--sbom', 'a.js'], 'is not CycloneDX, SPDX, syft JSON or trivy JSON'],
    [['--threshold', 'high'], '--threshold is the setting of the organization'],
    [['--staged'], '--staged needs --offline'],
    [['--gate', 'pull-request'], 'needs a base'],
    [['--commit', 'abcdef1'], 'is not a commit of this clone'],
    [['--commit', 'HEAD^{tree}'], 'is a tree, not a commit'],
    [['--base', 'nowhere'], '--base nowhere is not a commit'],
    [['--format', 'sarif', '--output', 'no/such/x'], 'there is no directory'],
    [['--format', 'sarf'], 'Did you mean sarif?'],
    [['--fail-on', 'hihg'], 'Did you mean high?'],
    [['--token', canary], 'A token is never an argument'],
    [[`--token=${canary}`], 'A token is never an argument'],
    [['a', canary], 'does not take that'],
    [[], 'is not the repository of this CI', github({ GITHUB_REPOSITORY: 'acme/other' })],
    [[], 'The address of the service is missing', { SCANGATE_URL: '' }],
    [[], 'uses http to another machine', { SCANGATE_URL: 'http://scangate.example' }],
    [[], 'contains a credential', { SCANGATE_URL: `https://a:${canary}@scangate.example` }],
    [[], 'is not a token', { SCANGATE_TOKEN: `${canary}\nX: y` }],
  ])('%j: %s', async (args, message, changes = {}) => {
    const { exitCode, log, service } = await run(args, {}, { environment: changes });
    expect([exitCode, log, service.lines()]).toEqual([6, expect.stringContaining(message), []]);
  });

  test('an unborn branch, and a folder without git', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    const without = await run([], {}, { directory: empty });
    expect([without.exitCode, without.log]).toEqual([6, expect.stringContaining('is not a git repository')]);
    git(empty, ['init', '-q']);
    const unborn = await run([], {}, { directory: empty });
    expect([unborn.exitCode, unborn.log]).toEqual([6, expect.stringContaining('Commit and push first')]);
  });

  test('no credential exits with 4', async () => {
    const { exitCode, service } = await run(
      [],
      {},
      { environment: { SCANGATE_TOKEN: '', XDG_CONFIG_HOME: folder } },
    );
    expect([exitCode, service.lines()]).toEqual([4, []]);
  });
});
