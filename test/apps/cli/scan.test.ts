import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CliFailure, exitCodes } from '@scangate/cli/exit-codes';
import { hangUp, problem } from '#test/client/fake-service.ts';
import {
  bodyOf,
  commitHash,
  created,
  payload,
  runScan,
  secret,
  vulnerability,
} from './fake-ephemeral-cloud.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the exit code', () => {
  test.each([
    [0, payload()],
    [1, payload({ verdict: 'FAIL', reason: 'critical_secrets_found', reasons: ['critical_secrets_found'] })],
    [2, payload({ status: 'failed', verdict: 'ERROR', reason: 'scan_failed', reasons: ['scan_failed'] })],
  ])('is %i for the verdict', async (exitCode, verdict) => {
    const ran = await runScan([folder], { verdict });
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.out).toContain(`${verdict.verdict}: ${verdict.reason}`);
  });

  test('is 3 when the time is over, and no second scan is created', async () => {
    const verdict = payload({ status: 'running', verdict: null, reason: 'wait_timeout', retryAfter: 1 });
    const ran = await runScan([folder, '--timeout', '1'], { verdict });
    expect(ran.exitCode).toBe(3);
    expect(ran.out).toContain('NO VERDICT');
    expect(ran.seen.filter(({ method, path }) => `${method} ${path}` === 'POST /v1/scans')).toHaveLength(1);
    expect(ran.seen.filter(({ path }) => path.endsWith('/findings'))).toEqual([]);
  });

  test.each([
    [4, 401, 'unauthenticated'],
    [4, 403, 'insufficient_scope'],
    [5, 402, 'insufficient_credits'],
    [6, 404, 'repository_not_found'],
    [6, 422, 'validation_failed'],
  ])('is %i for a refusal with %i', async (exitCode, status, code) => {
    const ran = await runScan([folder], { replies: { 'POST /v1/scans': problem(status, code) } });
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.notes).toContain(`(${status} ${code}, request r-1)`);
    expect([ran.out, ran.closed]).toEqual(['', 1]);
  });

  test('is 3 when the service fails or cannot be started', async () => {
    const away = problem(503, 'temporarily_unavailable', {}, { 'retry-after': '3600' });
    expect((await runScan([folder], { replies: { 'POST /v1/scans': away } })).exitCode).toBe(3);
    expect((await runScan([folder], { replies: { 'PATCH /v1/organization/gate': hangUp } })).exitCode).toBe(
      0,
    );
    const startCloud = () => Promise.reject(new Error('There is no Java.'));
    const ran = await runScan([folder], { startCloud });
    expect([ran.exitCode, ran.notes]).toEqual([3, expect.stringContaining('There is no Java.')]);
  });

  test('follows what became of finding the commit', async () => {
    const newestCommit = () => Promise.reject(new CliFailure(exitCodes.access, 'A credential is needed.'));
    const ran = await runScan([folder], { newestCommit });
    expect([ran.exitCode, ran.notes]).toEqual([4, expect.stringContaining('A credential is needed.')]);
  });

  test('is 6, without starting anything, for what cannot be scanned', async () => {
    const ran = await runScan([join(folder, 'nothing')]);
    expect([ran.exitCode, ran.started]).toEqual([6, 0]);
  });

  test('is 3 when somebody stops it, and the service is closed', async () => {
    const signal = AbortSignal.abort(new CliFailure(exitCodes.noVerdict, 'Stopped.'));
    const ran = await runScan([folder], { signal });
    expect([ran.exitCode, ran.closed, ran.notes]).toEqual([3, 1, expect.stringContaining('Stopped.')]);
  });
});

describe('a scan', () => {
  test('sets up as the owner, scans as the service token, and closes the service', async () => {
    const ran = await runScan([folder, '--threshold', 'high']);
    expect(ran.seen.map(({ method, path, headers }) => [`${method} ${path}`, headers.authorization])).toEqual(
      [
        ['GET /v1/organization/gate', 'Bearer sgp_owner'],
        ['PATCH /v1/organization/gate', 'Bearer sgp_owner'],
        ['POST /v1/repositories', 'Bearer sgp_owner'],
        ['GET /v1/repositories/resolve', 'Bearer sgs_service'],
        ['POST /v1/scans', 'Bearer sgs_service'],
        [`GET /v1/scans/${created.scanId}/wait`, 'Bearer sgs_service'],
        [`GET /v1/scans/${created.scanId}/findings`, 'Bearer sgs_service'],
      ],
    );
    expect(ran.seen[1]?.headers['if-match']).toBe('"4"');
    expect(bodyOf(ran.seen, 'PATCH', '/v1/organization/gate')).toEqual({ apiGateSeverityThreshold: 'high' });
    expect(ran.closed).toBe(1);
  });

  test('of a path starts where the caller is', async () => {
    const { seen } = await runScan([basename(folder)], {}, dirname(folder));
    expect(bodyOf(seen, 'POST', '/v1/repositories')).toEqual({
      url: folder,
      fullName: `local/${basename(folder)}`,
    });
  });

  test('of a URL leaves its name to the service', async () => {
    const { seen } = await runScan(['https://git.example/team/shop']);
    expect(bodyOf(seen, 'POST', '/v1/repositories')).toEqual({ url: 'https://git.example/team/shop' });
  });

  test('asks for the commit, branch and types it was given', async () => {
    const hash = 'D'.repeat(40);
    const { seen } = await runScan([folder, '--commit', hash, '--branch', 'dev', '--types', 'sca, secrets']);
    expect(bodyOf(seen, 'POST', '/v1/scans')).toMatchObject({
      commitHash: 'd'.repeat(40),
      branch: 'dev',
      scanTypes: ['sca', 'secrets'],
    });
  });

  test.each([
    [['--branch', 'dev'], 'dev', 'dev'],
    [[], 'HEAD', 'main'],
  ])('with %j looks up the newest commit of %s', async (options, asked, named) => {
    const looked: string[] = [];
    const newestCommit = async (_url: string, branch: string) => {
      looked.push(branch);
      return commitHash;
    };
    const { seen } = await runScan([folder, ...options], { newestCommit });
    expect(looked).toEqual([asked]);
    expect(bodyOf(seen, 'POST', '/v1/scans')).toMatchObject({ commitHash, branch: named });
  });
});

describe('the advisories', () => {
  test('that are built in are called by their name, on both channels', async () => {
    const ran = await runScan([folder]);
    expect(ran.imported).toEqual([[]]);
    expect(ran.notes).toContain('Only the small built-in advisories are used');
    expect(ran.out).toMatch(/ONLY the small built-in sample[^]*--advisories PATH/);
  });

  test('that are given are used instead', async () => {
    const ran = await runScan([folder, '--advisories', 'a.zip', '--advisories', 'b.jsonl']);
    expect(ran.imported).toEqual([['a.zip', 'b.jsonl']]);
    expect(ran.out).not.toContain('built-in');
  });

  test('that cannot be read end it', async () => {
    const records = { advisories: 0, withdrawn: 0, irrelevant: 0, bad: 1 };
    const badRecords = [{ name: 'x.json', reason: 'not JSON' }];
    const report = { switched: false, failure: 'the source is damaged', records, badRecords, shards: [] };
    const ran = await runScan([folder, '--advisories', 'a.zip'], { report });
    expect([ran.exitCode, ran.notes]).toEqual([6, expect.stringContaining('the source is damaged')]);
  });
});

describe('the output', () => {
  const findings = [vulnerability, secret];

  test('lists findings with what, where and the nearest fix', async () => {
    const { out } = await runScan([folder], { findings });
    expect(out).toMatch(
      /critical {2}vulnerability {2}GHSA-1 \(CVE-2021-1\) {2}minimist@1\.2\.5 {2}1\.2\.6 +services\/api/,
    );
    expect(out).toMatch(/high +secret +generic-password +src\/a\.js:3 +services\/api/);
  });

  test('names what was not looked at, and what was left out', async () => {
    const { out } = await runScan([folder]);
    expect(out).toContain('sca: partial, 7 looked at\n      cannot be read: bun.lock');
    expect(out).toContain('Not scanned: sast (not_available)');
  });

  test('says of a failed unit why', async () => {
    const { projectUnits } = payload();
    const failed = {
      ...projectUnits[0]!,
      status: 'failed' as const,
      errorCode: 'repo_access' as const,
      error: 'gone',
    };
    const verdict = payload({
      verdict: 'ERROR',
      status: 'failed',
      projectUnits: [failed],
      summary: undefined,
    });
    const { out } = await runScan([folder], { verdict });
    expect(out).toContain('services/api (npm) failed: repo_access, gone');
    expect(out).not.toContain('No findings.');
  });

  test('marks what the repository suppressed', async () => {
    const suppressed = { ...secret, suppressed: { by: '.scangateignore', reason: 'a test key' } };
    const { out } = await runScan([folder], { findings: [suppressed] });
    expect(out).toMatch(/\(high\) +secret[^]*1 in brackets: suppressed/);
  });

  test('with --json is one document', async () => {
    const { out } = await runScan([folder, '--json'], { findings });
    const document = JSON.parse(out) as object;
    expect(document).toEqual({
      scan: created,
      verdict: payload(),
      findings,
      advisories: { builtIn: true, records: 11, ecosystems: ['npm'], unreadable: 0 },
    });
  });

  test.each([[[]], [['--json']]])('with %j lets no file name write to the terminal', async (options) => {
    const hostile = { ...secret, file: 'a\u001b[2J\u009b1m\u202e\r\nb.js' };
    const { out } = await runScan([folder, ...options], { findings: [hostile] });
    // eslint-disable-next-line no-control-regex
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(out).toMatch(/a\\u001b\[2J\\u009b1m\\u202e(?:\\u000d\\u000a|\\r\\n)b\.js/);
  });

  test('holds no token', async () => {
    const refused = { replies: { 'POST /v1/scans': problem(401, 'unauthenticated') } };
    for (const ran of [await runScan([folder, '--json'], { findings }), await runScan([folder], refused)]) {
      expect(ran.out + ran.notes).not.toMatch(/sg[ps]_/);
    }
  });
});
