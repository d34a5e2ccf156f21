import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeService, json, problem, type Reply } from '../client/fake-service.ts';

const token = 'sgs_the-token-of-the-test';
const commitHash = 'a'.repeat(40);
const repositoryId = '00000000-0000-4000-8000-000000000001';
const scanId = '00000000-0000-7000-8000-000000000002';

const resolved = json(200, { repositoryId, fullName: 'acme/shop' });
const created = json(201, { scanId, status: 'queued' });
const waited = (verdict: string | null, reason: string, more: object = {}) =>
  json(200, { scanId, status: 'completed', verdict, reason, ...more });

interface Ended {
  exitCode: number;
  output: string;
}

const runScript = (url: string, args: string[], env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const options = {
      env: { PATH: process.env['PATH'], SCANGATE_URL: url, SCANGATE_TOKEN: token, ...env },
    };
    execFile('sh', ['examples/curl/scangate.sh', ...args], options, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

const run = async (replies: Reply[], env: Record<string, string> = {}, branch = 'main') => {
  const { url, requests } = await fakeService(replies);
  const ended = await runScript(url, ['acme/shop', commitHash, branch], env);
  return { ...ended, requests };
};

describe('examples/curl/scangate.sh', () => {
  test.each([
    ['PASS', 0],
    ['FAIL', 1],
    ['ERROR', 2],
  ] as const)('exits by the verdict: %s with %i', async (verdict, code) => {
    const { exitCode, output } = await run([resolved, created, waited(verdict, 'the_reason')]);
    expect(exitCode).toBe(code);
    expect(output).toContain(`${verdict}: the_reason`);
  });

  test('resolves, creates with an Idempotency-Key, and waits for that scan', async () => {
    const { requests } = await run([resolved, created, waited('PASS', 'no_issues_found')]);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/repositories/resolve',
      'POST /v1/scans',
      `GET /v1/scans/${scanId}/wait`,
    ]);
    const [resolve, create] = requests;
    expect(resolve?.query).toEqual({ fullName: 'acme/shop' });
    expect(JSON.parse(String(create?.body))).toEqual({ repositoryId, commitHash, branch: 'main' });
    expect(create?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each([
    [{ verdict: 'PASS', reason: 'no_new_issues' }, 0],
    [{ verdict: 'FAIL', reason: 'introduced_secrets' }, 1],
    [{ verdict: 'ERROR', reason: 'base_not_reviewed' }, 2],
    [undefined, 2],
  ] as const)('exits by what a pull request changes if requested: %j with %i', async (check, code) => {
    const base = 'b'.repeat(40);
    const more = { projectUnits: [], ...(check && { pullRequestCheck: check }) };
    const asked = { SCANGATE_BASE: base, SCANGATE_GATE: 'pull-request' };
    const replies = [resolved, created, waited('FAIL', 'the_reason', more)];
    const { exitCode, output, requests } = await run(replies, asked);
    expect(exitCode).toBe(code);
    expect(output).toContain('All findings: FAIL: the_reason');
    if (check) expect(output).toContain(`${check.verdict}: ${check.reason}`);
    expect(JSON.parse(String(requests[1]?.body))).toMatchObject({ baseCommitHash: base });
  });

  test('waits again for the same scan when a wait is over', async () => {
    const timeout = waited(null, 'wait_timeout', { retryAfter: 0 });
    const { exitCode, requests } = await run([resolved, created, timeout, waited('PASS', 'no_issues_found')]);
    expect(exitCode).toBe(0);
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(requests.filter(({ path }) => path.endsWith('/wait'))).toHaveLength(2);
  });

  test('exits with 3 when there is no verdict in time', async () => {
    const { exitCode, output } = await run([resolved, created], { SCANGATE_TIMEOUT: '0' });
    expect(exitCode).toBe(3);
    expect(output).toContain(scanId);
  });

  test.each([
    [401, 'unauthenticated', 4],
    [403, 'insufficient_scope', 4],
    [402, 'insufficient_credits', 5],
    [422, 'validation_failed', 6],
  ])('exits with the code of a refusal: %i %s', async (status, code, expected) => {
    const { exitCode, output } = await run([resolved, problem(status, code)]);
    expect(exitCode).toBe(expected);
    expect(output).toContain(code);
  });

  test('sends the token as a header and never prints it', async () => {
    const { output, requests } = await run([resolved, created, waited('FAIL', 'the_reason')]);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${token}`));
    expect(output).not.toContain(token);
    expect(readFileSync('examples/curl/scangate.sh', 'utf8')).not.toMatch(/--header "?Authorization/);
  });

  test('writes the requested reports', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scangate-example-'));
    const [summary, sarif] = [join(folder, 'summary.md'), join(folder, 'findings.sarif')];
    const { requests } = await run(
      [resolved, created, waited('PASS', 'no_issues_found'), json(200, { report: true })],
      { SCANGATE_SUMMARY: summary, SCANGATE_SARIF: sarif },
    );
    expect(requests.slice(3).map(({ headers }) => headers.accept)).toEqual([
      'text/markdown',
      'application/sarif+json',
    ]);
    for (const file of [summary, sarif]) expect(readFileSync(file, 'utf8')).toContain('"report":true');
  });

  test('leaves out a branch that would need escaping, and refuses a commit that is not one', async () => {
    const { requests } = await run([resolved, created, waited('PASS', 'ok')], {}, 'a"b');
    expect(JSON.parse(String(requests[1]?.body))).toEqual({ repositoryId, commitHash });
    expect((await runScript('http://127.0.0.1:1', ['acme/shop', 'main'])).exitCode).toBe(6);
  });
});

test.each(['github-actions.yml', 'gitlab-ci.yml'])('%s takes the token from a secret variable', (name) => {
  const text = readFileSync(`examples/curl/${name}`, 'utf8');
  expect(text).toContain('scangate.sh');
  expect(text).not.toMatch(/sg[spc]_/);
});
