import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Reply } from '#test/client/fake-service.ts';
import { created, payload, runScan, secret } from './fake-ephemeral-cloud.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const findingsPath = `GET /v1/scans/${created.scanId}/findings`;
/** Answers each form with its name, and JSON with a page. */
const findings: Reply = (response, { headers }) => {
  const accept = String(headers['accept'] ?? '*/*');
  const text = accept === '*/*' ? JSON.stringify({ items: [secret] }) : `as ${accept}\u202e\n`;
  response.writeHead(200, { 'content-type': accept === '*/*' ? 'application/json' : accept }).end(text);
};
const scanWith = (args: string[], world: Parameters<typeof runScan>[1] = {}) =>
  runScan([folder, ...args], { replies: { [findingsPath]: findings }, ...world }, folder);

describe('each report is had from the service in its form', () => {
  test.each([
    ['sarif', 'application/sarif+json'],
    ['cyclonedx-vex', 'application/vnd.cyclonedx+json; version=1.6'],
    ['junit', 'application/junit+xml'],
    ['markdown', 'text/markdown'],
  ])('%s', async (format, mediaType) => {
    const { exitCode, out } = await scanWith(['--format', format]);
    expect([exitCode, out]).toEqual([0, `as ${mediaType}\\u202e\n`]);
  });
});

test('several go to their files, and people still see what was found', async () => {
  const args = [
    '--format',
    'sarif',
    '--output',
    'a.sarif',
    '--format',
    'json',
    '--output',
    join(folder, 'b.json'),
  ];
  const { exitCode, out } = await scanWith(args);
  expect([exitCode, out]).toEqual([0, expect.stringContaining('generic-password')]);
  expect(readFileSync(join(folder, 'a.sarif'), 'utf8')).toContain('as application/sarif+json');
  expect(JSON.parse(readFileSync(join(folder, 'b.json'), 'utf8'))).toMatchObject({
    scan: created,
    findings: [secret],
  });
});

test('a report does not change how the program ends', async () => {
  const verdict = payload({ verdict: 'FAIL', reason: 'critical_secrets_found' });
  expect((await scanWith(['--format', 'markdown'], { verdict })).exitCode).toBe(1);
});

test('without a verdict there is no report, and that is said', async () => {
  const verdict = payload({ status: 'running', verdict: null, reason: 'wait_timeout', retryAfter: 1 });
  const ran = await scanWith(['--timeout', '1', '--format', 'junit', '--output', 'never.xml'], { verdict });
  expect([ran.exitCode, ran.notes]).toEqual([3, expect.stringContaining('no report')]);
  expect(ran.out).toContain('NO VERDICT');
  expect(() => readFileSync(join(folder, 'never.xml'))).toThrow('ENOENT');
});

test('what cannot be written is bad input, and the verdict is still shown', async () => {
  const args = ['--format', 'sarif', '--output', `${'x'.repeat(300)}.sarif`];
  const { exitCode, out, notes } = await scanWith(args);
  expect([exitCode, out, notes]).toEqual([
    6,
    expect.stringContaining('PASS'),
    expect.stringContaining('The sarif report cannot be written'),
  ]);
});
